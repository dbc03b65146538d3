import type { ReactNode } from 'react';
import { FlatLine } from './graphics/flat-line.tsx';

/** Nothing here yet: a sentence and the one next action. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4 px-4 py-12 text-center">
      <FlatLine />
      <div className="grid w-full grid-cols-[minmax(0,1fr)] justify-items-center gap-1 wrap-break-word">
        <p className="heading max-w-[min(24rem,100%)] text-lg">{title}</p>
        {children && <p className="max-w-[min(24rem,100%)] text-soft">{children}</p>}
      </div>
      {action}
    </div>
  );
}
