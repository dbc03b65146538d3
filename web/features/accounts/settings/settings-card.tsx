import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';

/** One section of the settings: its name and what it is about at the left, the form at the right. */
export function SettingsCard({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid gap-4 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-8 md:p-5">
      <div className="grid content-start gap-1.5">
        <h3 className="heading text-base" id={id}>
          {title}
        </h3>
        {about && <p className="text-sm text-soft">{about}</p>}
      </div>
      <div className="min-w-0 md:max-w-96">{children}</div>
    </Card>
  );
}
