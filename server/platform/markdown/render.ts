import MarkdownIt from 'markdown-it';

export const RENDERER_VERSION = 1;
export const frameHosts: readonly string[] = ['www.youtube-nocookie.com', 'player.vimeo.com', 'open.spotify.com', 'w.soundcloud.com'];
export class TooComplex extends Error {
  override name = 'TooComplex';
}
const md = new MarkdownIt({ html: false, linkify: true });
export function renderMarkdown(source: string, _options: { knownUsernames: ReadonlySet<string>; siteUrl: string }): { html: string; mentions: string[] } {
  return { html: md.render(source), mentions: mentionsIn(source) };
}
export function splitTitle(source: string): { title: string; rest: string } {
  const [first = '', ...rest] = source.split('\n');
  return { title: first.replaceAll(/[#*_`>]/g, '').trim().slice(0, 120) || 'New Post', rest: rest.join('\n').trim() };
}
export function plainText(source: string): string {
  return source.replaceAll(/[#*_`>|]/g, '').replaceAll(/\s+/g, ' ').trim();
}
export function excerpt(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
export function mentionsIn(source: string): string[] {
  return [...new Set([...source.matchAll(/@([a-z0-9_]{3,24})/gi)].map((match) => match[1]!.toLowerCase()))].slice(0, 20);
}
