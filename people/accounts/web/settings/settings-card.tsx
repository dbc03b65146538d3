import { type ReactNode, useId } from 'react';
import { Card } from '#platform/web/ui/card.tsx';

/** One section of the settings: its name and what it is about at the left, the form at the right. */
export function SettingsCard({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="@container md:p-5">
      {/* By the card's own width: the menu and the preview take theirs before. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 @2xl:grid-cols-[13rem_minmax(0,1fr)] @2xl:gap-8">
        <div className="grid content-start gap-1.5">
          <h3 className="heading text-base" id={id}>
            {title}
          </h3>
          {about && <p className="text-sm text-soft">{about}</p>}
        </div>
        <div className="min-w-0 @2xl:max-w-96">{children}</div>
      </div>
    </Card>
  );
}
