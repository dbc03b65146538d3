import type { Decoration } from '#people/profiles/contract/appearance.ts';
import { Avatar, type AvatarProps } from '#platform/web/ui/members/avatar.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { drawingOf } from './decorations.ts';
import './appearance.css';

/** A member's picture with the decorations around it, in the accent colour of the place where it stands. */
export function DecoratedAvatar({
  decorations,
  className,
  ...avatar
}: AvatarProps & { decorations: readonly Pick<Decoration, 'key'>[] }) {
  const drawn = decorations.flatMap(({ key }) => {
    const address = drawingOf(key);
    return address === null ? [] : [{ key, address }];
  });
  if (drawn.length === 0) return <Avatar {...avatar} className={className} />;
  return (
    <span className={classes('decorated', className)}>
      <Avatar {...avatar} />
      {drawn.map(({ key, address }) => (
        <svg aria-hidden="true" className={`decoration decoration-${key}`} key={key} viewBox="0 0 160 160">
          <use href={`${address}#art`} />
        </svg>
      ))}
    </span>
  );
}
