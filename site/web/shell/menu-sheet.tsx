import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { SideMenu, type SideMenuProps } from './side-menu.tsx';

/** Props of {@link MenuSheet}. */
export interface MenuSheetProps extends SideMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  siteName: string;
}

/** The side menu on a phone: a sheet from the left. Loaded when it is first opened. */
export default function MenuSheet({ open, onOpenChange, siteName, viewer, onSignOut }: MenuSheetProps) {
  return (
    <Dialog.Root onOpenChange={(next) => onOpenChange(next)} open={open}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="menu-sheet">
          <header className="flex h-(--topbar) items-center justify-between border-b border-hairline pe-2 ps-5">
            <Dialog.Title className="heading-widest text-lg">{siteName}</Dialog.Title>
            <Dialog.Close render={<IconButton icon={<X aria-hidden="true" size={18} />} label="Close menu" />} />
          </header>
          <SideMenu onNavigate={() => onOpenChange(false)} onSignOut={onSignOut} viewer={viewer} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
