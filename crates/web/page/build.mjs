// Makes three files of the page, which the program embeds: index.html, page.js, page.css. `bstar explain --html` makes one of them.

import { copyFile } from "node:fs/promises";
import { build } from "esbuild";

await build({
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outfile: "dist/page.js",
  legalComments: "none",
  logLevel: "warning",
});
await copyFile("index.html", "dist/index.html");
