import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { AppLink, type AppLinkProps } from './link.tsx';
import { Spinner } from '#platform/web/ui/graphics/spinner.tsx';

interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Drawn before the text, 18 pixels. */
  icon?: ReactNode;
}

/** Props of {@link Button}. */
export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Works now: the width stays, a second press does nothing. */
  busy?: boolean | undefined;
  /** What it says while busy ("Uploading…"); without it, bars stand in for the text. */
  busyLabel?: string | undefined;
}

/** A button. `type` is "button" unless said otherwise. */
export function Button({ variant, size, icon, busy, busyLabel, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      className={buttonStyle(variant, size, className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className="grid items-center justify-items-center gap-[inherit]">
        <span
          className={classes('col-start-1 row-start-1 inline-flex items-center gap-[inherit]', busy && 'opacity-0')}
          aria-hidden={(busy && busyLabel !== undefined) || undefined}
        >
          {icon}
          {children}
        </span>
        {busyLabel !== undefined && (
          <span aria-hidden={!busy} className={classes('col-start-1 row-start-1', !busy && 'invisible')}>
            {busyLabel}
          </span>
        )}
        {busy && busyLabel === undefined && <Spinner className="col-start-1 row-start-1" />}
      </span>
    </button>
  );
}

/** A link in the style of a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: AppLinkProps & ButtonStyle) {
  return (
    <AppLink {...rest} className={buttonStyle(variant, size, className)}>
      {icon}
      {children}
    </AppLink>
  );
}
