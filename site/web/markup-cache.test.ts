import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRouteWithContext,
  createRouter,
} from '@tanstack/react-router';
import { QueryClient } from '@tanstack/react-query';
import { type ReactNode, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { type Auth, AuthAs, useAuth } from '#people/accounts/web/auth-context.tsx';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { SharedMarkup } from '#people/accounts/web/shared-markup.tsx';
import { forgetMarkup, markUp } from './markup-cache.tsx';
import type { RouterContext } from '#platform/web/lib/router-context.ts';

const member: Viewer = {
  id: 'reader',
  userId: 'user',
  username: 'secret_name',
  displayName: 'Secret name',
  avatarUrl: null,
  badge: { key: 'rank', label: 'Secret rank', color: '#000', icon: 'star', glows: false },
  xp: 41,
  level: 42,
  credits: 43,
  verified: true,
  adult: false,
  isAdmin: false,
  isModerator: false,
  twoFactorMissing: false,
  suspendedUntil: null,
  silencedUntil: null,
  isNew: false,
  legalPending: false,
  eventSeq: 44,
};
const site: Auth['site'] = {
  name: 'Site',
  url: 'http://localhost',
  providers: [],
  production: true,
  readOnly: null,
  signUp: 'open',
  color: null,
  logo: null,
};
const authOf = (viewer: Viewer | null): Auth => ({
  viewer,
  site,
  unread: 7,
  requests: 2,
  loading: false,
  announce: () => Promise.resolve(),
  onEvent: () => () => {},
});

const renders: string[] = [];
/** Shows everything that it can learn of its reader. */
function Row({ text }: { text: string }) {
  const { viewer, unread } = useAuth();
  renders.push(text);
  return createElement('li', null, JSON.stringify(viewer), unread, createElement(RichText, { html: text }));
}

function routerOf() {
  const context: RouterContext = {
    call: () => Promise.reject(new Error('Nothing is called.')),
    queryClient: new QueryClient(),
    texts: new Map(),
  };
  const routeTree = createRootRouteWithContext<RouterContext>()({});
  return createRouter({ routeTree, context, history: createMemoryHistory(), isServer: true });
}

/** A list of rows as a page of a reader has it, before it is filled. */
function listOf(router: ReturnType<typeof routerOf>, viewer: Viewer | null, rows: readonly ReactNode[]): string {
  const inPage = { auth: authOf(viewer), children: createElement('ul', null, ...rows) };
  const inRouter = { router, children: createElement(AuthAs, inPage) };
  return renderToString(createElement(RouterContextProvider, inRouter));
}

function sharedRow(of: readonly unknown[], authorId: string | null, children: ReactNode) {
  const props = { name: 'row', of, authorId, children };
  return createElement(SharedMarkup, props);
}

const rowsOf = (texts: readonly string[], authorId: string) =>
  texts.map((text) => sharedRow([text], authorId, createElement(Row, { text })));

/** A page of rows for a reader. */
function pageFor(viewer: Viewer | null, texts: readonly string[], authorId = 'author'): string {
  const router = routerOf();
  const markup = markUp(router, 'mark');
  return markup.fill(listOf(router, viewer, rowsOf(texts, authorId)));
}

beforeEach(() => {
  forgetMarkup();
  renders.length = 0;
});

test('a row is rendered once for all members who get the same data, and knows none of them', () => {
  const first = pageFor(member, ['<p>One</p>', '<p>Two</p>']);
  const second = pageFor({ ...member, id: 'another', username: 'another_secret' }, ['<p>One</p>', '<p>Two</p>']);
  expect(renders).toHaveLength(2);
  expect(second).toBe(first);
  expect(first).not.toMatch(/secret|4[1234]|reader|rank/i);
  expect(first).toContain('One');
  pageFor(member, ['<p>Other</p>']);
  expect(renders).toHaveLength(3);
});

test('visitors, unverified members and readers who may see more share nothing with other members', () => {
  const pages = [null, member, { ...member, verified: false }, { ...member, adult: true }].map((viewer) =>
    pageFor(viewer, ['<p>One</p>']),
  );
  expect(new Set(pages).size).toBe(4);
  expect(renders).toHaveLength(4);
});

test('who wrote it and staff get it rendered for themselves each time', () => {
  for (const viewer of [
    { ...member, isAdmin: true },
    { ...member, isModerator: true },
  ])
    for (const _ of [1, 2]) expect(pageFor(viewer, ['<p>One</p>'])).toContain('secret_name');
  for (const _ of [1, 2]) expect(pageFor(member, ['<p>One</p>'], member.id)).toContain('secret_name');
  expect(renders).toHaveLength(6);
});

test('texts are numbered by the page that they stand in', () => {
  const texts = ['<p>One</p>', '<p>Two</p>', '<p>Three</p>'];
  const numbers = (page: string) =>
    [...page.matchAll(/data-text="(\d)"[^>]*><p>(\w+)/g)].map(([, at, word]) => at + word!);
  expect(numbers(pageFor(member, texts))).toEqual(['0One', '1Two', '2Three']);
  expect(numbers(pageFor(member, texts.toReversed()))).toEqual(['0Three', '1Two', '2One']);
  expect(renders).toHaveLength(3);
});

test('the page is as if every row had been rendered in it', () => {
  const texts = ['<p>One</p>', '<p>Two</p>'];
  expect(pageFor(null, texts)).toBe(listOf(routerOf(), null, rowsOf(texts, 'author')).replaceAll('7<div', '0<div'));
});

test('what a row would have loaded early is no element among the rows', () => {
  const router = routerOf();
  const markup = markUp(router, 'mark');
  const picture = createElement('img', { alt: '', src: '/files/first.webp', fetchPriority: 'high' });
  const row = sharedRow([], null, createElement('li', null, picture));
  const filled = markup.fill(listOf(router, null, [row]));
  expect(filled).toMatch(/^<ul><li><img [^>]*><\/li><\/ul>$/);
});
