import { defineConfig } from "vite";

// One script and one style sheet with fixed names: the program embeds these three files, and `bstar explain --html` makes one of them.
export default defineConfig({
  base: "/",
  build: {
    emptyOutDir: false,
    assetsInlineLimit: 1_000_000,
    modulePreload: false,
    target: "es2022",
    rollupOptions: {
      output: {
        entryFileNames: "page.js",
        assetFileNames: "page[extname]",
        inlineDynamicImports: true,
      },
    },
  },
});
