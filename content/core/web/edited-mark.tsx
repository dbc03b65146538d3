import { Pencil } from 'lucide-react';
import type { Person } from '#platform/contract/shapes.ts';
import { nameWithTitle } from '#people/profiles/web/staff-title.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';

/**
 * Beside the time of a text: that it was edited, and by whom of staff where that was not its author. It leads to the
 * history where there is a way to it.
 */
export function EditedMark({
  content: { editedAt, editedBy },
  hasTime = false,
  onHistory,
}: {
  content: { readonly editedAt: string | null; readonly editedBy: Person | null };
  /** Says when, too. */
  hasTime?: boolean;
  onHistory?: (() => void) | undefined;
}) {
  if (editedAt === null) return null;
  const words =
    editedBy === null ? (
      'edited'
    ) : (
      <>
        <Pencil aria-hidden="true" className="me-1 inline align-[-0.1em]" size={13} />
        Edited by <bdi>{nameWithTitle(editedBy)}</bdi>
      </>
    );
  const time = hasTime && (
    <>
      {' '}
      <RelativeTime className="whitespace-nowrap" date={editedAt} />
    </>
  );
  // By staff: plainer than the time beside it, because it says whose words these are.
  const appearance = classes(
    'inline-block max-w-full min-w-0 text-start wrap-anywhere',
    editedBy !== null && 'font-medium text-soft',
  );
  if (!onHistory)
    return (
      <span className={appearance}>
        {words}
        {time}
      </span>
    );
  return (
    <button
      className={classes(appearance, 'touch-target relative hover:text-text hover:underline')}
      onClick={onHistory}
      type="button"
    >
      {words}
      {time}
    </button>
  );
}
