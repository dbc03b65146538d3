import { escapeHtml } from '#platform/server/mail/render.ts';
import type { ExportedData, ExportedRow } from './data.ts';
import type { Reference } from './references.ts';

/** One page of the readable copy. */
export interface ExportPage {
  readonly path: string;
  readonly html: string;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}
h1{line-height:1.2}article{border-top:1px solid;padding:1rem 0}h2{font-size:1.1rem;margin:0 0 .5rem}dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.2rem 1rem;margin:0}
dt{opacity:.7}dd{margin:0}dd dl,dd ul{margin:.2rem 0}.text{white-space:pre-wrap}ul{padding-left:1.2rem}@media(max-width:32rem){dl{grid-template-columns:1fr}dt{margin-top:.4rem}}`;

/** What programs compare and nobody reads, and what is shown in another place. */
const unread = new Set(['refers_to', 'sha256', 'path']);

/** `forum_posts`, `createdAt` as people write them. */
export function label(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

const page = (title: string, home: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${home}<h1>${escapeHtml(title)}</h1>${body}</body></html>`;

const link = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}" dir="auto">${escapeHtml(text)}</a>`;

/** Addresses of files in the archive, from a page in a folder, by the id of the file. */
type FilePaths = ReadonlyMap<string, string>;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);

const time = (date: Date): string =>
  `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function shown(value: unknown, files: FilePaths): string {
  if (value instanceof Date) return time(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' && isoDate.test(value)) return time(new Date(value));
  if (typeof value === 'string' && /^https?:\/\/\S+$/.test(value)) return link(value, value);
  if (Array.isArray(value)) return `<ul>${value.map((one) => `<li>${shown(one, files)}</li>`).join('')}</ul>`;
  if (typeof value === 'object' && value !== null) return fields(value as ExportedRow, files);
  return `<span class="text" dir="auto">${escapeHtml(String(value))}</span>`;
}

function field(name: string, value: unknown, reference: Reference | undefined, files: FilePaths): string {
  const file = name === 'file_id' && typeof value === 'string' ? files.get(value) : undefined;
  const content =
    file !== undefined
      ? link(`../${file}`, file.slice('files/'.length))
      : reference
        ? link(reference.url, reference.title)
        : shown(value, files);
  return `<dt>${escapeHtml(label(name.replace(/_id$/, '')))}</dt><dd>${content}</dd>`;
}

function fields(row: ExportedRow, files: FilePaths): string {
  const refersTo = (row['refers_to'] ?? {}) as Readonly<Record<string, Reference>>;
  const lines = Object.entries(row)
    .filter(([name, value]) => name !== 'id' && !unread.has(name) && !isEmpty(value))
    .map(([name, value]) => field(name, value, refersTo[name], files));
  return `<dl>${lines.join('')}</dl>`;
}

function article(row: ExportedRow, files: FilePaths): string {
  const own = (row['refers_to'] as Readonly<Record<string, Reference>> | undefined)?.['id'];
  const file = typeof row['id'] === 'string' ? files.get(row['id']) : undefined;
  const address = file === undefined ? own?.url : `../${file}`;
  const title = own?.title ?? (file === undefined ? undefined : String(row['name']));
  const head = title === undefined || address === undefined ? '' : `<h2>${link(address, title)}</h2>`;
  return `<article>${head}${fields(row, files)}</article>`;
}

/**
 * The copy as pages that a browser shows without the site: one for each section, and one that leads to them.
 * @param files paths in the archive by the file's id
 */
export function exportPages(data: ExportedData, files: FilePaths): ExportPage[] {
  const home = '<p><a href="../index.html">All of my data</a></p>';
  const sections = Object.entries(data.made).filter(([, rows]) => rows.length > 0);
  const pages = sections.map(([name, rows]) => ({
    path: `pages/${name.replaceAll(/[^a-z0-9_-]/gi, '_')}.html`,
    html: page(label(name), home, rows.map((row) => article(row, files)).join('')),
    entry: `${label(name)} (${rows.length})`,
  }));
  const contents = pages.map(({ path, entry }) => `<li>${link(path, entry)}</li>`).join('');
  const profile = data.profile ? `<h2>Profile</h2>${fields(data.profile, new Map())}` : '';
  const start = page(
    `My data from ${data.site.name}`,
    '',
    `<p>A copy of ${time(data.site.exportedAt)} from ${link(data.site.url, data.site.url)}. The same is in <a href="data.json">data.json</a> for programs; the files are in the folder <b>files</b>.</p><h2>What I made and did</h2><ul>${contents}</ul><h2>Account</h2>${fields(data.account, new Map())}${profile}`,
  );
  return [{ path: 'index.html', html: start }, ...pages.map(({ path, html }) => ({ path, html }))];
}
