import type { ReactNode } from 'react';
import { classes } from '#platform/web/ui/classes.ts';

const tones = {
  neutral: 'border-hairline-strong text-soft',
  primary: 'border-primary-text/45 bg-primary-wash text-primary-text',
  secondary: 'border-secondary-text/45 bg-secondary-wash text-secondary-text',
  accent: 'border-accent-text/45 bg-accent-wash text-accent-text',
  ok: 'border-ok/45 bg-ok-wash text-ok',
  danger: 'border-danger/45 bg-danger-wash text-danger',
  solid: 'border-transparent bg-primary text-on-primary',
};

/** A word or number that marks something: Pinned, Pending, 3. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
  className,
}: {
  /** null where `className` brings the colours. */
  tone?: keyof typeof tones | null;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <span
      className={classes(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-small border px-1.5 text-xs leading-none font-semibold whitespace-nowrap',
        tone !== null && tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
