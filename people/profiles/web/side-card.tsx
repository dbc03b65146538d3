import { type ReactNode, useId } from 'react';

/** A panel beside a profile, with its heading. */
export function SideCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stage-panel p-4">
      <div className="mb-2.5 flex items-center justify-between gap-3">
        <h2 className="heading text-base" id={id}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
