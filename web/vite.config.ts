import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is built into the Python package, which serves it. Nothing is inlined, because the
// server's content policy allows no inline script, style or font.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/saleroom/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  test: { include: ["tests/**/*.test.ts"], css: true },
});
