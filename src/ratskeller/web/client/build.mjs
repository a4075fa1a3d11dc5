// Bundles the client into ../static, which is served as it is.
import { build } from "esbuild";

await build({
  entryPoints: ["src/app.ts", "src/theme.ts", "src/app.css"],
  outdir: "../static",
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  legalComments: "eof",
  loader: { ".svg": "dataurl" },
  logLevel: "warning",
});
