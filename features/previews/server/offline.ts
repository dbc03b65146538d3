import { lookAgainScript, policyHash, tokenLines } from '#platform/server/http/error-page.ts';
import type { Switches } from '#platform/server/switches.ts';
import { escapeHtml } from '#platform/server/mail/render.ts';

/** The site's mark, which the service worker stores with the notice. */
const MARK = '/icon-192.png';

/** The places of the side menu that everybody has, as `site/web/shell/menu.ts` has them. */
const places = [
  ['Home', '/'],
  ['Announcements', '/announcements'],
  ['Community', '/community'],
  ['Forum', '/forum'],
  ['Listening Parties', '/listening-parties'],
  ['Self Promotion', '/self-promotion'],
  ['Gallery', '/gallery'],
  ['Uploads', '/uploads'],
] as const;
/** Those of the bar on phones. */
const barPlaces = [
  ['Home', '/'],
  ['Forum', '/forum'],
  ['Parties', '/listening-parties'],
  ['Gallery', '/gallery'],
  ['Uploads', '/uploads'],
] as const;

const tokens = ['ground', 'surface', 'hover', 'hairline', 'text', 'soft', 'focus', 'primary', 'on-primary'] as const;

const own = (chosen: Readonly<Record<string, string>>): string =>
  Object.entries(chosen)
    .map(([name, value]) => `;${name}:${value}`)
    .join('');

const styleWith = (chosen: Readonly<Record<string, string>>): string => `
:root{color-scheme:light dark;${tokenLines(tokens)}${own(chosen)}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 'Archivo Variable',system-ui,sans-serif}
a{color:inherit;text-decoration:none}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
header{position:sticky;top:0;display:flex;align-items:center;height:3.5rem;padding:0 1rem;background:var(--surface);border-bottom:1px solid var(--hairline)}
header a{display:flex;align-items:center;gap:.625rem;min-width:0;font-weight:700;font-size:1.125rem}
header img{border-radius:.375rem}
header span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.menu{display:none}
nav ul{margin:0;padding:0;list-style:none}
nav a{display:flex;align-items:center;min-height:2.75rem;padding:0 .75rem;border-radius:.5rem;color:var(--soft)}
nav a:hover{background:var(--hover);color:var(--text)}
main{display:grid;place-items:center;min-height:calc(100dvh - 7.5rem);padding:2rem 1rem}
section{width:100%;max-width:30rem;padding:2rem 1.5rem;text-align:center;background:var(--surface);border:1px solid var(--hairline);border-radius:.75rem}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.2}
p{margin:.5rem 0;color:var(--soft)}
.retry{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;min-width:9rem;margin-top:1rem;padding:0 1.25rem;border-radius:.5rem;background:var(--primary);color:var(--on-primary);font-weight:600;box-shadow:inset 0 0 0 1px var(--primary-line,transparent)}
.bar{position:fixed;inset:auto 0 0;background:var(--surface);border-top:1px solid var(--hairline)}
.bar ul{display:grid;grid-template-columns:repeat(5,1fr)}
.bar a{justify-content:center;min-height:3.5rem;padding:0;font-size:.8125rem}
@media(width>=48rem){.bar{display:none}.menu{position:fixed;inset:3.5rem auto 0 0;display:block;width:14rem;padding:1rem .75rem;overflow:auto;background:var(--surface);border-inline-end:1px solid var(--hairline)}main{min-height:calc(100dvh - 3.5rem);margin-inline-start:14rem}}
`;

/** The reader's theme (`site/web/shell/boot.ts`). */
const script = `(()=>{try{const theme=localStorage.getItem('theme');if(theme==='light'||theme==='dark')document.documentElement.style.colorScheme=theme}catch{}})();${lookAgainScript}`;

const linkTo = (to: string, label: string): string => `<li><a href="${to}">${label}</a></li>`;

/**
 * The site's frame with a notice in it, for readers without a connection: one document that needs nothing but the mark,
 * is the same for everybody, and has nothing of a member.
 * @param chosen tokens of the site's own colours
 * @param switches which places this site has
 */
export function offlinePage(
  siteName: string,
  chosen: Readonly<Record<string, string>>,
  switches: Switches,
): { body: string; policy: string } {
  const name = escapeHtml(siteName);
  const style = styleWith(chosen);
  const link = ([label, to]: readonly [string, string]): string =>
    switches.isListedAt(to) ? linkTo(to, escapeHtml(switches.words?.names[to] ?? label)) : '';
  const menu = places.map(link).join('');
  const bar = barPlaces.map(link).join('');
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,viewport-fit=cover"><meta name="robots" content="noindex"><title>You are offline · ${name}</title><link rel="icon" href="${MARK}"><style>${style}</style><script>${script}</script></head><body><header><a href="/"><img src="${MARK}" alt="" width="32" height="32"><span>${name}</span></a></header><nav class="menu" aria-label="Menu"><ul>${menu}</ul></nav><main><section><h1>You are offline</h1><p role="status">There is no connection to the site. What you have written is kept on this device.</p><p>This page reloads by itself when the site is back.</p><a class="retry" href="">Try again</a></section></main><nav class="bar" aria-label="Places"><ul>${bar}</ul></nav></body></html>`;
  const policy = [
    "default-src 'none'",
    `script-src ${policyHash(script)}`,
    `style-src ${policyHash(style)}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { body, policy };
}
