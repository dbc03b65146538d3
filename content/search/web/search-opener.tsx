import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isTyping } from '#platform/web/lib/press.ts';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import type { SearchPaletteProps } from './search-palette.tsx';

const SearchPalette = latePart<SearchPaletteProps>(() => import('./search-palette.tsx'), {
  name: 'The search',
  notice: 'float',
});

/**
 * The top bar's search: a link to the search page, which opens the search over this page once its code is here. `/`, and
 * ctrl or meta plus k, open it from anywhere.
 */
export function SearchOpener() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if ((!isK && !isSlash) || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) setState('open');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <AppLink
        ahead={false}
        aria-keyshortcuts="/ Control+K Meta+K"
        className="search-opener touch-target"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setState('open');
        }}
        onFocus={SearchPalette.preload}
        onPointerEnter={SearchPalette.preload}
        to="/search"
      >
        <Search aria-hidden="true" size={18} />
        <span className="max-md:sr-only">Search</span>
        <kbd aria-hidden="true">/</kbd>
      </AppLink>
      {state !== 'never' && (
        <SearchPalette
          onGiveUp={() => setState('never')}
          onOpenChange={(open) => setState(open ? 'open' : 'closed')}
          open={state === 'open'}
        />
      )}
    </>
  );
}
