import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { type Auth, AuthAs } from '#people/accounts/web/auth-context.tsx';
import { type ShownTexts, numberText } from '#platform/web/lib/page/page-data.ts';
import type { PlacedMarkup, RouterContext } from '#platform/web/lib/router-context.ts';

/** Size of the LRU cache in characters of HTML and keys; past it the least recently used entries are dropped. */
const MAX_CHARACTERS = 16 * 2 ** 20;

/** Rendered HTML, cut where a text of a member stands: its number depends on the page. */
interface Markup {
  /** One more than there are texts. */
  readonly parts: readonly string[];
  readonly texts: readonly string[];
}

/** Entries by data and kind of reader, least recently used first. */
const cached = new Map<string, Markup>();
let characters = 0;

const sizeOf = (key: string, { parts }: Markup): number =>
  parts.reduce((length, part) => length + part.length, key.length);

function read(key: string): Markup | undefined {
  const markup = cached.get(key);
  if (!markup) return undefined;
  cached.delete(key);
  cached.set(key, markup);
  return markup;
}

function remember(key: string, markup: Markup): Markup {
  cached.set(key, markup);
  characters += sizeOf(key, markup);
  for (const [oldest, its] of cached) {
    if (characters <= MAX_CHARACTERS) break;
    cached.delete(oldest);
    characters -= sizeOf(oldest, its);
  }
  return markup;
}

/** Forgets all markup. For tests. */
export function forgetMarkup(): void {
  cached.clear();
  characters = 0;
}

/** A reader without anything of their own: what is rendered for one is shown to all of their kind. Every field is named. */
function anyReader(auth: Auth): Auth {
  if (!auth.viewer) return { ...auth, unread: 0, requests: 0 };
  const { verified, adult, suspendedUntil, silencedUntil, legalPending } = auth.viewer;
  const viewer: Viewer = {
    id: '',
    userId: '',
    username: '',
    displayName: '',
    avatarUrl: null,
    badge: { key: '', label: '', color: '', icon: '', glows: false },
    xp: 0,
    level: 0,
    credits: 0,
    verified,
    adult,
    isAdmin: false,
    isModerator: false,
    twoFactorMissing: false,
    suspendedUntil,
    silencedUntil,
    isNew: false,
    legalPending,
    eventSeq: 0,
  };
  return { ...auth, unread: 0, requests: 0, viewer };
}

interface ReadableLocation {
  get(): { readonly pathname: string; readonly searchStr: string };
}

/** What of a reader and a page rows may depend on beside their data. */
function kindOf({ viewer, site }: Auth, router: AnyRouter): string {
  const { pathname, searchStr } = (router.stores.location as ReadableLocation).get();
  const reader = viewer && [
    viewer.verified,
    viewer.adult,
    viewer.suspendedUntil,
    viewer.silencedUntil,
    viewer.legalPending,
  ];
  return JSON.stringify([reader, site, pathname, searchStr]);
}

const BETWEEN = '<!-- -->';

type OpenContext = { -readonly [Name in keyof RouterContext]: RouterContext[Name] };

const contextOf = (router: AnyRouter): OpenContext => router.options.context as OpenContext;

/** Renders with separate texts, independent of what the page has shown so far. */
function renderMarkup(router: AnyRouter, auth: Auth, node: ReactNode): Markup {
  const context = contextOf(router);
  const { texts: ofPage, markup } = context;
  const ownTexts: ShownTexts = new Map();
  context.texts = ownTexts;
  context.markup = undefined;
  try {
    const html = renderToString(
      <RouterContextProvider router={router}>
        <QueryClientProvider client={new QueryClient()}>
          <AuthAs auth={anyReader(auth)}>{node}</AuthAs>
        </QueryClientProvider>
      </RouterContextProvider>,
    );
    // React writes what is to be loaded early before what it rendered; in the middle of a page it is in nobody's tree.
    const bare = html.replace(/^(?:<link rel="preload"[^>]*>)+/, '');
    return { parts: bare.split(/ data-text="\d+"/), texts: [...ownTexts.keys()] };
  } finally {
    context.texts = ofPage;
    context.markup = markup;
  }
}

/** The shared markup of one page. */
export interface PageMarkup extends PlacedMarkup {
  /** Puts it where the page's HTML names it. */
  fill(html: string): string;
}

/**
 * Lets a page share the HTML of its rows with other pages.
 * @param secret nobody can know it before the page is made: it marks the places
 */
export function markUp(router: AnyRouter, secret: string): PageMarkup {
  const placed: string[] = [];
  const kinds = new WeakMap<Auth, string>();
  const markup: PageMarkup = {
    place(data, session, node) {
      const auth = session as Auth;
      let kind = kinds.get(auth);
      if (kind === undefined) kinds.set(auth, (kind = kindOf(auth, router)));
      const key = data + kind;
      const { parts, texts } = read(key) ?? remember(key, renderMarkup(router, auth, node));
      let html = parts[0]!;
      for (const [at, text] of texts.entries()) {
        const number = numberText(contextOf(router).texts, text);
        html += (number === undefined ? '' : ` data-text="${number}"`) + parts[at + 1]!;
      }
      placed.push(html);
      return `\u0001${secret}:${placed.length - 1};`;
    },
    fill(html) {
      const [start = '', ...pieces] = html.split(`\u0001${secret}:`);
      const filled = [start];
      for (const piece of pieces) {
        // React writes a comment between two texts.
        const before = filled.at(-1)!;
        if (before.endsWith(BETWEEN)) filled[filled.length - 1] = before.slice(0, -BETWEEN.length);
        const end = piece.indexOf(';');
        filled.push(placed[Number(piece.slice(0, end))]!, piece.slice(end + 1));
      }
      return filled.join('');
    },
  };
  contextOf(router).markup = markup;
  return markup;
}
