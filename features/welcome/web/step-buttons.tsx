import type { ReactNode } from 'react';

/** The buttons under a step. @param skip the way past it */
export function StepButtons({ skip, children }: { skip: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2">
      {children}
      {skip}
    </div>
  );
}
