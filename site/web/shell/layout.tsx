import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { announcerId } from '#platform/web/lib/page/announce.ts';
import { PlayerBar } from '#features/player/web/bar/player-bar.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Toasts } from '#platform/web/ui/overlays/toasts.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Footer } from './footer.tsx';
import { keepLostCodeQuiet } from './lost-code.ts';
import type { MenuSheetProps } from './menu-sheet.tsx';
import type { ShellViewer } from './menu.ts';
import { SideMenu } from './side-menu.tsx';
import { phoneQuery, setSidebarOpen, useSidebarOpen } from './sidebar-state.ts';
import { TopBar } from './top-bar.tsx';

const MenuSheet = latePart<MenuSheetProps>(() => import('./menu-sheet.tsx'), { name: 'The menu', notice: 'float' });

/** Props of {@link Layout}. */
export interface LayoutProps {
  viewer: ShellViewer | null;
  siteName: string;
  /** Address of the site's own logo. */
  logo: string | null;
  onSignOut: () => void;
  /** What the cookie `sidebar_state` said on the server; `data-sidebar` on <html> says it to the styles. */
  sidebarOpen?: boolean;
  children: ReactNode;
}

function toggleMenu(): void {
  setSidebarOpen(document.documentElement.dataset['sidebar'] === 'closed');
}

/** Ctrl or meta and Enter send every form from its text, unless the field has done it already. */
function sendForm(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
  if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
}

/** Where the focus goes is followed from the first focus or change of page on: the code for it comes only then. */
function useFollowedFocus(): void {
  const router = useRouter();
  useEffect(() => {
    const from = router.latestLocation.pathname;
    let stop: (() => void) | null = null;
    let isOver = false;
    const start = () => {
      ignore();
      import('./follow-focus.ts').then(
        // Vite answers lost code with nothing. The page works without it.
        (code: typeof import('./follow-focus.ts') | undefined) => {
          if (!isOver) stop = code?.followFocus(router, from) ?? null;
        },
        () => undefined,
      );
    };
    const unsubscribe = router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && start());
    const ignore = () => {
      unsubscribe();
      document.removeEventListener('focusin', start);
    };
    document.addEventListener('focusin', start);
    return () => {
      isOver = true;
      ignore();
      stop?.();
    };
  }, [router]);
}

/** The frame around every page: top bar, side menu, content, the phone's bottom bar, toasts. */
export function Layout({ viewer, siteName, logo, onSignOut, sidebarOpen = true, children }: LayoutProps) {
  const menuOpen = useSidebarOpen(sidebarOpen);
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');

  useEffect(keepLostCodeQuiet, []);
  useFollowedFocus();
  useEffect(() => {
    // Few need it, and every page would carry it.
    if (matchMedia('(forced-colors: active)').matches) void import('#platform/web/styles/forced-colors.css');
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      sendForm(event);
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      if (event.repeat) return;
      if (matchMedia(phoneQuery).matches) setSheet((state) => (state === 'open' ? 'closed' : 'open'));
      else toggleMenu();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <TopBar
        logo={logo}
        menuOpen={menuOpen}
        onOpenSheet={() => setSheet('open')}
        onToggleMenu={toggleMenu}
        sheetOpen={sheet === 'open'}
        siteName={siteName}
        viewer={viewer}
      />
      <div className="shell-menu">
        <SideMenu iconsOnly={!menuOpen} onSignOut={onSignOut} viewer={viewer} />
      </div>
      <main className="shell-main" id="content" tabIndex={-1}>
        {/* A browser with scripts reads nothing of it: its words are not in them. */}
        <noscript>
          {import.meta.env.SSR && (
            <p className="mx-4 mt-4 rounded-card border border-hairline bg-raised px-4 py-3 text-soft">
              Reading, listening and downloading work without JavaScript. Signing in, writing, liking and searching need
              it: allow it for this site, then reload the page.
            </p>
          )}
        </noscript>
        {children}
      </main>
      <Footer />
      <PlayerBar />
      <BottomBar viewer={viewer} />
      {sheet !== 'never' && (
        <MenuSheet
          onGiveUp={() => setSheet('never')}
          onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
          onSignOut={onSignOut}
          open={sheet === 'open'}
          siteName={siteName}
          viewer={viewer}
        />
      )}
      <ConnectionNotice />
      <div aria-live="polite" className="sr-only" id={announcerId} />
      <Toasts />
    </div>
  );
}
