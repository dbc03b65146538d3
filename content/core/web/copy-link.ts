import { toast } from '#platform/web/ui/overlays/toast.ts';

/** Puts a full address on the clipboard and says so. */
export function copyLink(path: string): void {
  navigator.clipboard.writeText(new URL(path, location.origin).href).then(
    () => toast({ title: 'Link copied', kind: 'success' }),
    () => toast({ title: 'Could not copy', description: 'Copy the address from the address bar.', kind: 'error' }),
  );
}
