import { Menu, PanelLeft } from 'lucide-react';
import { Bell } from '#people/notifications/web/bell.tsx';
import { SearchOpener } from '#content/search/web/search-opener.tsx';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Logo } from '#platform/web/ui/graphics/logo.tsx';
import type { ShellViewer } from './menu.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** Props of {@link TopBar}. */
export interface TopBarProps {
  viewer: ShellViewer | null;
  siteName: string;
  /** Address of the site's own logo. */
  logo: string | null;
  menuOpen: boolean;
  sheetOpen: boolean;
  onToggleMenu: () => void;
  onOpenSheet: () => void;
}

/** Menu button, name of the site, search, theme, the bell, and who is signed in. */
export function TopBar({ viewer, siteName, logo, menuOpen, sheetOpen, onToggleMenu, onOpenSheet }: TopBarProps) {
  return (
    <header className="shell-top">
      <div className="shell-toggle">
        <IconButton
          aria-expanded={menuOpen}
          aria-keyshortcuts="Control+B Meta+B"
          className="max-md:hidden"
          icon={<PanelLeft aria-hidden="true" size={18} />}
          label="Toggle side menu"
          onClick={onToggleMenu}
        />
        <IconButton
          aria-expanded={sheetOpen}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+B Meta+B"
          className="md:hidden"
          icon={<Menu aria-hidden="true" size={20} />}
          label="Open menu"
          onClick={onOpenSheet}
        />
      </div>
      <AppLink className="flex min-w-0 items-center gap-2 rounded-control" to="/">
        <Logo src={logo} />
        <span className="heading-widest truncate text-lg max-sm:text-base">{siteName}</span>
      </AppLink>
      <div className="ms-auto flex items-center gap-1.5 max-sm:gap-0">
        <SearchOpener />
        <ThemeToggle />
        {viewer && <Bell key={viewer.id} viewerId={viewer.id} />}
        {viewer ? (
          <AppLink
            aria-label={`Your profile, ${viewer.displayName}`}
            className="touch-target rounded-full"
            data-no-card=""
            to={`/profile/${viewer.username}`}
          >
            <Avatar
              className="size-[min(2.125rem,44px)] text-base"
              id={viewer.id}
              name={viewer.displayName}
              size="sm"
              src={viewer.avatarUrl}
            />
          </AppLink>
        ) : (
          <ButtonLink size="sm" to="/auth" variant="primary">
            Sign In
          </ButtonLink>
        )}
      </div>
    </header>
  );
}
