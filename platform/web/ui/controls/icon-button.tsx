import type { ComponentProps, ReactNode } from 'react';
import { classes } from '#platform/web/ui/classes.ts';

/** Props of {@link IconButton}. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, for those who do not see the icon; also the tip on hover. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  /** A hairline around it. */
  outlined?: boolean | undefined;
}

/** A square button with only an icon, 32 or 40 pixels, 44 for a finger. */
export function IconButton({ label, icon, size = 'md', outlined, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes(
        'touch-target icon-button',
        size === 'sm' ? 'size-8' : 'size-10',
        outlined && 'icon-button-outlined',
        className,
      )}
    >
      {icon}
    </button>
  );
}
