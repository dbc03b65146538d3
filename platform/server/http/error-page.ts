import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { escapeHtml } from '#platform/server/mail/render.ts';

/** Tokens of the design as properties of a style: the files of the build may be those of another one by now. */
export function tokenLines(names: readonly string[]): string {
  const text = readFileSync(path.join(packageRoot(), 'platform/web/styles/tokens.css'), 'utf8');
  return names.map((name) => `--${name}:${new RegExp(`--${name}: ([^;]+);`).exec(text)![1]}`).join(';');
}

/** In the colours of the software: what an admin has set cannot be read while the site is away. */
const style = `:root{color-scheme:light dark;${tokenLines(['ground', 'surface', 'hairline', 'text'])}}
body{font:16px/1.6 'Archivo Variable',system-ui,sans-serif;display:grid;min-height:100dvh;margin:0;place-items:center;background:var(--ground);color:var(--text)}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:1.5rem}
strong{display:block;margin-bottom:1rem;overflow-wrap:anywhere}
section{padding:1.5rem;background:var(--surface);border:1px solid var(--hairline);border-radius:.75rem}
h1{margin:0;font-size:1.5rem;line-height:1.2}
p{margin:.75rem 0 0}
a{display:inline-block;padding-block:.375rem;margin-inline-end:1.25rem;color:inherit;text-underline-offset:.2em}`;

/**
 * Probes the page until it answers, with backoff from 3 s to 30 s and jitter, so that not all readers hit a recovering
 * site at once. Also when the browser says that it is online, which means any network: a page that reloads before its site
 * answers would lose a click of the reader.
 */
export const lookAgainScript =
  "(()=>{let wait=3000,timer;const plan=()=>{clearTimeout(timer);timer=setTimeout(look,wait*(0.75+Math.random()/2))};const look=async()=>{try{const answer=await fetch(location.href,{method:'HEAD',cache:'no-store'});if(answer.status!==503){location.reload();return}}catch{}wait=Math.min(wait*1.5,30000);plan()};addEventListener('online',()=>{wait=3000;look()});plan()})()";

/** A script or style as a policy names it. */
export const policyHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Policy of an error page: its own style and script, and the question whether the site is back. */
export const errorPagePolicy = [
  "default-src 'none'",
  `script-src ${policyHash(lookAgainScript)}`,
  `style-src ${policyHash(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * A self-contained error page, for when the site's own pages cannot be rendered.
 * @param page.reloads the page retries by itself and shows the requested page once it can
 * @param page.link where else to go: what can be opened at the moment
 */
export function errorPage(page: {
  readonly siteName: string;
  readonly title: string;
  readonly detail: string;
  readonly reloads: boolean;
  readonly link: { readonly to: string; readonly label: string };
}): string {
  const [title, name] = [escapeHtml(page.title), escapeHtml(page.siteName)];
  const reload = page.reloads
    ? `<p>This page reloads by itself when the site is back.</p><script>${lookAgainScript}</script>`
    : '';
  const head = page.reloads ? '<noscript><meta http-equiv="refresh" content="30"></noscript>' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} · ${name}</title>${head}<style>${style}</style></head><body><main><strong>${name}</strong><section><h1>${title}</h1><p role="status">${escapeHtml(page.detail)}</p>${reload}<p><a href="">Try again</a><a href="${page.link.to}">${page.link.label}</a></p></section></main></body></html>`;
}
