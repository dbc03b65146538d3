import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { controlStyle } from './control-style.ts';

/** Props of {@link Select}. */
export interface SelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  /** `sm` stands in a row of small buttons. */
  size?: 'sm' | 'md';
}

/** A native select in the site's style: phones show their own picker. Classes are those of its box. */
export function Select({ size = 'md', className, children, ...rest }: SelectProps) {
  const isSmall = size === 'sm';
  return (
    <span className={classes('relative grid', className)}>
      <select
        {...rest}
        className={classes(controlStyle, 'appearance-none truncate', isSmall ? 'h-9 pe-8 text-sm' : 'h-10 pe-9')}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-faint"
        size={isSmall ? 15 : 16}
      />
    </span>
  );
}
