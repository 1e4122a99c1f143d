// Elements. Text is only ever set as text: nothing that comes from outside can become markup.

type Attributes = { [name: string]: string | number | boolean | null | undefined };

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  set(element, attributes);
  element.append(...children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, attributes);
  element.append(...children);
  return element;
}

export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function button(text: string, attributes: Attributes, act: () => void): HTMLButtonElement {
  const element = el("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", act);
  return element;
}

/** Says something to screen readers, and in the line under the board. It stays as long as it holds. */
export function announce(text: string): void {
  // A new element each time, so that what fades begins anew.
  byId("status").replaceChildren(...(text ? [el("span", {}, text)] : []));
  dispatchEvent(new CustomEvent("bstar:said"));
}
