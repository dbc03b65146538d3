import { Link, useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { readSearchParams } from '#platform/web/lib/search-params.ts';

/** Props of {@link AppLink}. */
export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of ours (`/forum?category=music#new`), a file or API address, or a full one. */
  to: string;
  /** Marks the link as the page the reader is on. */
  current?: boolean | undefined;
  /** Replaces the history entry instead of adding one. */
  replace?: boolean | undefined;
  /** False where loading ahead would only be refused. */
  ahead?: boolean | undefined;
  /** Keeps the scroll position, for filters and tabs. */
  keepScroll?: boolean | undefined;
}

const outsideRouter = /^([a-z][a-z\d+.-]*:|\/\/|#|\/(api|files|dev)\/)/i;

/** An address that the router would write again as it is. */
const plainAddress = /^\/[\w\-./]*(\?[a-z]\w*=[\w-]+)?$/;

/** What the router's own link adds in the browser when it leads to the page that is shown. */
const activeMarks: ComponentProps<'a'> & { 'data-status': string } = {
  'aria-current': 'page',
  'data-status': 'active',
};

function asActive(props: ComponentProps<'a'>): ComponentProps<'a'> {
  const className = props.className === undefined ? 'active' : `${props.className} active`;
  return { ...props, className, ...activeMarks };
}

/**
 * The one place where addresses meet the router's types: a link within the app goes through the router and is preloaded on
 * intent, anything else is a plain `<a>`. On the server it writes what the router would, without asking it: a page has a
 * hundred links, and they took a sixth of its rendering.
 */
export function AppLink({ to, current, replace, keepScroll, ahead = true, children, ...rest }: AppLinkProps) {
  const router = useRouter();
  const marked = {
    ...rest,
    ...(current === undefined ? {} : { 'aria-current': current ? ('page' as const) : undefined }),
  };
  if (outsideRouter.test(to))
    return (
      <a {...marked} href={to}>
        {children}
      </a>
    );

  if (import.meta.env.SSR && plainAddress.test(to)) {
    const { pathname, searchStr } = router.stores.location.get();
    return (
      <a {...(to === pathname + searchStr ? asActive(marked) : marked)} href={to}>
        {children}
      </a>
    );
  }
  const [beforeHash = '', hash] = to.split('#', 2);
  const [path = '', query] = beforeHash.split('?', 2);
  const target = {
    to: path || '.',
    ...(query ? { search: readSearchParams(query) } : {}),
    ...(hash ? { hash } : {}),
    ...(replace ? { replace } : {}),
    ...(keepScroll ? { resetScroll: false } : {}),
    preload: ahead ? 'intent' : false,
    activeOptions: { exact: true, includeSearch: true },
  };
  return <Link {...({ ...target, ...marked, children } as unknown as ComponentProps<typeof Link>)} />;
}
