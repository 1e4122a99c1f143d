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
await writeIfChanged(resolve("dist/index.html"), await readFile("index.html"));

async function writeIfChanged(path, contents) {
  const old = await readFile(path).catch(() => null);
  if (old?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
