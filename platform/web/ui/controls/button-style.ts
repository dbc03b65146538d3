import { classes } from '#platform/web/ui/classes.ts';

/** Emphasis of a button. One `primary` a view. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
/** Heights of 32, 40 and 48 pixels; on touch at least 44. */
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary font-bold hover:bg-primary-hover active:bg-primary-pressed',
  secondary:
    'bg-surface text-text font-semibold border border-hairline-strong hover:bg-hover active:bg-pressed aria-pressed:bg-pressed',
  ghost:
    'text-soft font-semibold hover:bg-hover hover:text-text active:bg-pressed aria-pressed:bg-pressed aria-pressed:text-text',
  danger: 'bg-danger text-on-danger font-bold hover:opacity-90 active:opacity-80',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-3 text-sm gap-1.5',
  md: 'min-h-10 px-4 text-base gap-2',
  lg: 'min-h-12 px-6 text-lg gap-2.5',
};

/** Classes of a button, for what must be another element. */
export function buttonStyle(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return classes(
    'touch-target relative inline-flex max-w-full shrink-0 items-center justify-center rounded-control leading-tight select-none',
    'transition-[opacity,transform] duration-fast active:translate-y-px disabled:opacity-50 aria-disabled:opacity-50',
    'disabled:pointer-events-none [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  );
}
