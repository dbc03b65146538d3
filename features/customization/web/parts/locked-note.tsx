import { Lock } from 'lucide-react';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** Why something cannot be chosen yet, beside it. */
export function LockedNote({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-2 text-sm text-soft">
      <Lock aria-hidden="true" className="mt-[0.15em] shrink-0 text-accent-text" size={15} />
      <span>
        <strong className="font-bold text-text">Locked.</strong> {children}{' '}
        <AppLink className="font-semibold text-primary-text hover:underline" to="/upgrades">
          See upgrades
        </AppLink>
      </span>
    </p>
  );
}
