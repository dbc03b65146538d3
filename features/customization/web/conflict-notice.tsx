import { Button } from '#platform/web/ui/controls/button.tsx';
import type { Values } from './merge.ts';
import { labelOf, valueText } from './words.ts';

/** Another device has saved the same section: what it saved, beside what is being typed here. */
export function ConflictNotice({
  saved,
  changed,
  onTake,
}: {
  saved: Values;
  changed: readonly string[];
  onTake: () => void;
}) {
  return (
    <section
      aria-label="Saved on another device"
      className="grid gap-3 rounded-card border border-accent-text/45 bg-accent-wash p-4"
      role="alert"
    >
      <div className="grid gap-1">
        <h3 className="heading text-base">Another device has saved this section meanwhile</h3>
        <p>
          Nothing was overwritten, and what you typed is still here. Save again to keep yours, or take what the other
          device saved.
        </p>
      </div>
      {changed.length > 0 && (
        <dl className="grid gap-2">
          {changed.map((key) => (
            <div key={key}>
              <dt className="text-sm font-semibold">{labelOf(key)}, as saved there</dt>
              <dd className="break-words whitespace-pre-line text-soft">{valueText(saved[key])}</dd>
            </div>
          ))}
        </dl>
      )}
      <div>
        <Button onClick={onTake} size="sm">
          Take what was saved
        </Button>
      </div>
    </section>
  );
}
