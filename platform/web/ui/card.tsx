import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** A surface behind a hairline. `flush` has no padding of its own, for lists and media. */
export function Card({ flush, className, ...rest }: ComponentProps<'section'> & { flush?: boolean }) {
  return (
    <section
      {...rest}
      className={classes(
        'rounded-card border border-hairline bg-surface',
        flush ? 'overflow-hidden [--bleed:0px]' : 'p-4 [--bleed:1rem]',
        className,
      )}
    />
  );
}

/** The heading of a card, with what stands at its right. */
export function CardHeading({
  children,
  aside,
  as: Tag = 'h2',
}: {
  children: ReactNode;
  aside?: ReactNode;
  as?: 'h2' | 'h3';
}) {
  return (
    <div className="mb-3 flex items-center justify-between gap-3">
      <Tag className="heading flex items-center gap-2 text-base">{children}</Tag>
      {aside}
    </div>
  );
}
