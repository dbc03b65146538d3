import { Flame, Headphones, HeartHandshake, Laugh, Lightbulb, type LucideIcon, ThumbsUp } from 'lucide-react';
import type { ReactionCount } from '#content/core/contract/shapes.ts';
import { reactions as kinds } from '#content/core/contract/limits.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';

type Counts = ReactionCount[];

const icons: Readonly<Record<string, LucideIcon>> = {
  like: ThumbsUp,
  fire: Flame,
  headphones: Headphones,
  idea: Lightbulb,
  laugh: Laugh,
  thanks: HeartHandshake,
};

/** The reader's own reaction; null where there is none. */
export function ownReaction(counts: Counts): string | null {
  return counts.find(({ mine }) => mine)?.key ?? null;
}

/** The counts with another reaction of the reader's: one each. */
export function withReaction(counts: Counts, chosen: string | null): Counts {
  const by = new Map(counts.map((entry) => [entry.key, entry]));
  return kinds.flatMap(({ key }) => {
    const { count = 0, mine = false } = by.get(key) ?? {};
    const next = { key, count: count - Number(mine) + Number(key === chosen), mine: key === chosen };
    return next.count > 0 ? [next] : [];
  });
}

/** Reactions of a post or reply: who may react sees buttons, everybody else the counts. */
export function ReactionBar({
  counts,
  canReact,
  open,
  onChoose,
}: {
  counts: Counts;
  canReact: boolean;
  /** All six stand there, not only those that were given. */
  open: boolean;
  onChoose: (reaction: string) => void;
}) {
  const isOpen = canReact && open;
  const by = new Map(counts.map((entry) => [entry.key, entry]));
  const shown = kinds.filter(({ key }) => isOpen || (by.get(key)?.count ?? 0) > 0);
  if (shown.length === 0) return null;
  return (
    <div aria-label="Reactions" className="flex flex-wrap items-center gap-1" role="group">
      {shown.map(({ key, label }) => {
        const { count = 0, mine = false } = by.get(key) ?? {};
        const Icon = icons[key] ?? ThumbsUp;
        const inside = (
          <>
            <Icon aria-hidden="true" size={16} strokeWidth={mine ? 2.4 : 1.9} />
            {count > 0 && <Counter short value={count} />}
          </>
        );
        const style = 'inline-flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-control border px-2 text-sm';
        if (!canReact) {
          return (
            <span key={key} className={classes(style, 'border-hairline text-faint')} title={label}>
              <span className="sr-only">{label}: </span>
              {inside}
            </span>
          );
        }
        return (
          <button
            key={key}
            aria-label={count > 0 ? `${label}, ${count}` : label}
            aria-pressed={mine}
            className={classes(
              style,
              'touch-target relative active:translate-y-px',
              mine
                ? 'border-primary-text/50 bg-primary-wash font-semibold text-primary-text'
                : 'border-hairline text-soft hover:bg-hover hover:text-text',
            )}
            onClick={() => onChoose(key)}
            title={label}
            type="button"
          >
            {inside}
          </button>
        );
      })}
    </div>
  );
}
