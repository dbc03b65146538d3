import { Heart } from 'lucide-react';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** The like of a content with the number of likes. */
export function LikeButton({
  content: { liked, likeCount },
  as,
  onLike,
}: {
  content: { readonly liked: boolean; readonly likeCount: number };
  /** `text` for who may not like it, `sign-in` for visitors. */
  as: 'button' | 'text' | 'sign-in';
  onLike: () => void;
}) {
  const color = classes(liked && 'text-primary-text');
  const likes = `${likeCount} ${likeCount === 1 ? 'like' : 'likes'}`;
  const shared = {
    className: 'touch-target card-action',
    children: (
      <>
        <Heart
          aria-hidden="true"
          className={classes(liked && 'fill-current text-primary-text')}
          size={18}
          strokeWidth={1.75}
        />
        <Counter className={color} short value={likeCount} />
      </>
    ),
  };
  if (as === 'sign-in') return <AppLink aria-label={`${likes}. Sign in to like this`} {...shared} to="/auth" />;
  if (as === 'text') return <span aria-label={likes} {...shared} role="img" />;
  return <button aria-label={`Like, ${likes}`} aria-pressed={liked} {...shared} onClick={onLike} type="button" />;
}
