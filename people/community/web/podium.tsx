import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import type { BoardLine } from '#people/community/contract/endpoints.ts';
import { placeText } from '#platform/web/lib/format.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';

/** How a place is drawn: where it stands from 480 pixels on, its metal, and how high its block is. */
const places = [
  { order: 'sm:order-2', metal: 'text-gold', block: 'h-24' },
  { order: 'sm:order-1', metal: 'text-silver', block: 'h-16' },
  { order: 'sm:order-3', metal: 'text-bronze', block: 'h-11' },
] as const;

/** The first three; on a phone one under the other. */
export function Podium({ lines, ownId }: { lines: readonly BoardLine[]; ownId: string | null }) {
  return (
    <ol aria-label="Podium" className="grid items-end gap-3 sm:grid-cols-3">
      {lines.map((line, index) => (
        <Place key={line.member.id} isOwn={line.member.id === ownId} line={line} style={places[index]!} />
      ))}
    </ol>
  );
}

function Place({
  line: { place, xp, member },
  style,
  isOwn,
}: {
  line: BoardLine;
  style: (typeof places)[number];
  isOwn: boolean;
}) {
  const earned = (
    <>
      <Counter className="font-semibold" value={xp} /> <span className="text-sm text-soft">XP</span>
    </>
  );
  return (
    <li
      className={classes(
        'relative overflow-hidden rounded-card border border-hairline bg-surface has-[.row-link:hover]:border-hairline-strong',
        style.order,
      )}
    >
      <span className="sr-only">{placeText(place)}: </span>
      <div className="flex min-w-0 items-center gap-3 p-3 sm:grid sm:justify-items-center sm:gap-2 sm:pt-4 sm:text-center">
        <Avatar id={member.id ?? member.username} name={member.displayName} size="lg" src={member.avatarUrl} />
        <div className="grid max-w-full min-w-0 gap-1 max-sm:flex-1 sm:justify-items-center">
          <p className="max-w-full truncate leading-snug font-semibold">
            <AppLink className="row-link after:absolute after:inset-0" to={`/profile/${member.username}`}>
              <DisplayName name={member.displayName} />
            </AppLink>
          </p>
          <p className="max-w-full truncate text-sm text-soft">
            {isOwn ? <span className="font-semibold text-primary-text">You</span> : `@${member.username}`}
          </p>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <RoleBadge {...member.rank} />
            <span className="sm:hidden">{earned}</span>
          </p>
        </div>
        <span aria-hidden="true" className={classes('tape text-4xl font-bold sm:hidden', style.metal)}>
          {place}
        </span>
      </div>
      <p
        className={classes(
          'hidden items-center justify-center gap-3 border-t border-hairline bg-sunken px-3 sm:flex',
          style.block,
        )}
      >
        <span aria-hidden="true" className={classes('tape text-3xl font-bold', style.metal)}>
          {place}
        </span>
        <span>{earned}</span>
      </p>
    </li>
  );
}
