import Parser, { type MarkdownIt, type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { targetOf } from './addresses.ts';
import { attachments } from './attachments.ts';
import { hashtags } from './hashtags.ts';
import { mentions } from './mentions.ts';
import { pictures, wordsOf } from './pictures.ts';
import { playerOf } from './players.ts';
import { spoilers } from './spoilers.ts';
import { taskLists } from './task-lists.ts';
import type { RenderOptions } from './options.ts';
import { MAX_NESTING, refuseDepth, refuseFloods } from './too-complex.ts';

/** Longest address in characters: a reference can repeat it many times. Browsers and servers stop near it too. */
const MAX_ADDRESS = 2000;

const parser = makeParser();

/**
 * Reads a member's Markdown.
 * @throws {TooComplex}
 */
export function parse(source: string, options: RenderOptions): Token[] {
  const text = readable(source);
  refuseFloods(text);
  const tokens = parser.parse(text, { ...options });
  refuseDepth(tokens);
  return tokens;
}

/** Reads one line, without lists, quotes and other blocks. The caller keeps it short. */
export function parseLine(line: string, options: RenderOptions): Token[] {
  return parser.parseInline(readable(line), { ...options }).flatMap((token) => token.children ?? []);
}

/** HTML of tokens that `parse` made. */
export function toHtml(tokens: Token[], options: RenderOptions): string {
  return parser.renderer.render(tokens, parser.options, { ...options });
}

/** Without control characters and halves of characters, which XML and databases refuse. */
function readable(source: string): string {
  return source.toWellFormed().replaceAll(/[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '');
}

function environment(env: unknown): RenderOptions {
  return env as RenderOptions;
}

/** A link that stands alone in its paragraph and leads to a known player. */
function lonePlayer(tokens: readonly Token[], at: number) {
  const inline = tokens[at + 1];
  const children = inline?.children?.filter((child) => !(child.type === 'text' && child.content.trim() === '')) ?? [];
  if (children.length !== 3 || children[0]!.type !== 'link_open' || children[1]!.type !== 'text') return null;
  return playerOf(String(children[0]!.attrGet('href') ?? ''));
}

/**
 * The one Markdown parser: CommonMark with tables, strikethrough, autolinks, task lists, mentions and spoilers, and
 * emphasis beside Chinese, Japanese and Korean punctuation, where CommonMark requires a space.
 */
function makeParser(): MarkdownIt {
  const md = new Parser({ html: false, linkify: true, typographer: false, breaks: true, maxNesting: MAX_NESTING * 4 });
  // Bare words such as "mix.it" and addresses of people are not links.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  for (const scheme of ['//', 'ftp:', 'mailto:']) md.linkify.add(scheme, null);
  // Every address is judged in the renderer, where the site is known; here only what no browser may run is refused.
  md.validateLink = (url) =>
    url.length <= MAX_ADDRESS &&
    !/^\s*(javascript|vbscript|data|file|blob):/i.test(url.replaceAll(/[\u0000-\u0020\u200B-\u200D\uFEFF]/g, ''));
  md.use(cjkFriendly).use(spoilers).use(taskLists).use(mentions).use(hashtags).use(pictures).use(attachments);
  const { rules } = md.renderer;

  rules['link_open'] = (tokens, at, options, env, self) => {
    const token = tokens[at]!;
    if ((token.meta as { ours?: boolean } | null)?.ours) return self.renderToken(tokens, at, options);
    const target = targetOf(String(token.attrGet('href') ?? ''), environment(env).siteUrl);
    // A link that leads nowhere we allow stays as its text.
    token.tag = target ? 'a' : 'span';
    token.attrs = !target
      ? []
      : target.kind === 'inside'
        ? [['href', target.href]]
        : [
            ['href', target.href],
            ['rel', 'nofollow ugc noopener'],
            ['target', '_blank'],
          ];
    let depth = 0;
    for (let next = at; next < tokens.length; next++) {
      if (tokens[next]!.type === 'link_open') depth++;
      if (tokens[next]!.type === 'link_close' && --depth === 0) {
        tokens[next]!.tag = token.tag;
        break;
      }
    }
    return self.renderToken(tokens, at, options);
  };

  // Only pictures of our own are left here (`pictures`).
  rules['image'] = (tokens, at) => {
    const src = md.utils.escapeHtml(String(tokens[at]!.attrGet('src') ?? ''));
    return `<img src="${src}" alt="${md.utils.escapeHtml(wordsOf(tokens[at]!))}" loading="lazy" decoding="async">`;
  };

  rules['paragraph_open'] = (tokens, at, options, _env, self) => {
    const player = tokens[at]!.hidden ? null : lonePlayer(tokens, at);
    if (!player) return self.renderToken(tokens, at, options);
    tokens[at + 2]!.tag = 'div';
    return `<div class="player-frame" data-player="${player.name}" data-src="${md.utils.escapeHtml(player.src)}">`;
  };

  // The page's title is its h1: a text's own headings begin below it.
  for (const rule of ['heading_open', 'heading_close']) {
    rules[rule] = (tokens, at, options, _env, self) => {
      const token = tokens[at]!;
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
      return self.renderToken(tokens, at, options);
    };
  }

  // What scrolls sideways must be reachable by keyboard.
  rules['table_open'] = () => '<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table>';
  rules['table_close'] = () => '</table></div>';
  const code = (content: string, info: string): string => {
    const language = /^[\w+#-]{1,20}/.exec(info.trim())?.[0];
    return `<pre tabindex="0"><code${language === undefined ? '' : ` class="language-${md.utils.escapeHtml(language)}"`}>${md.utils.escapeHtml(content)}</code></pre>\n`;
  };
  rules['fence'] = (tokens, at) => code(tokens[at]!.content, tokens[at]!.info);
  rules['code_block'] = (tokens, at) => code(tokens[at]!.content, '');
  return md;
}
