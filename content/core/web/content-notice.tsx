import { Clock, Lock, Trash2 } from 'lucide-react';
import type { Visibility } from '#content/core/contract/shapes.ts';
import { classes } from '#platform/web/ui/classes.ts';

/** Why a text is not seen by everybody, for its author and staff. */
export function ContentNotice({
  visibility,
  notice,
  className,
}: {
  visibility: Visibility;
  notice: string | null;
  className?: string | undefined;
}) {
  if (visibility === 'published' || notice === null) return null;
  const held = visibility !== 'removed';
  const Icon = visibility === 'private' ? Lock : held ? Clock : Trash2;
  return (
    <div
      className={classes(
        'flex gap-2.5 rounded-control border px-3 py-2 text-sm',
        held ? 'border-accent-text/40 bg-accent-wash' : 'border-danger/40 bg-danger-wash',
        className,
      )}
      role="note"
    >
      <Icon
        aria-hidden="true"
        className={classes('mt-0.5 shrink-0', held ? 'text-accent-text' : 'text-danger')}
        size={16}
      />
      <p>
        <strong className="font-bold">
          {visibility === 'private' ? 'Private.' : held ? 'Held for review.' : 'Removed.'}
        </strong>{' '}
        {notice.replace(/^Removed[.:]\s*/, '')}
      </p>
    </div>
  );
}
