// Makes the three files of the page that the program embeds: index.html, page.js and page.css. `bstar explain --html` makes one
// file of them. A file that would not change is left alone, so that the next `cargo build` has nothing to do.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outfile: "dist/page.js",
  legalComments: "none",
  logLevel: "warning",
  write: false,
});
for (const { path, contents } of outputFiles) await writeIfChanged(path, contents);
await checkWords();
await writeIfChanged(resolve("dist/index.html"), await readFile("index.html"));

/** The page has words only by name (src/words), and the compiler does not see those in index.html. */
async function checkWords() {
  const html = await readFile("index.html", "utf8");
  const { outputFiles } = await build({ entryPoints: ["src/words/en.ts"], format: "esm", bundle: true, write: false });
  const { en } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  for (const [, name] of html.matchAll(/data-(?:words|title|aria-label)="([^"]*)"/g)) {
    const [part, word] = name.split(".");
    if (typeof en[part]?.[word] !== "string") throw new Error(`index.html wants the words ${name}, which src/words/en.ts does not have`);
  }
}

async function writeIfChanged(path, contents) {
  const old = await readFile(path).catch(() => null);
  if (old?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
