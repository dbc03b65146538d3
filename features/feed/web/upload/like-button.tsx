import { Heart } from 'lucide-react';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** Like button of an upload with the number of likes. Who may not like sees the number alone. */
export function LikeButton({ upload, onLike }: { upload: Upload; onLike: () => void }) {
  const { viewer } = useAuth();
  const inside = (
    <>
      <Heart
        aria-hidden="true"
        className={classes(upload.liked && 'fill-current text-primary-text')}
        size={18}
        strokeWidth={1.75}
      />
      <Counter className={classes(upload.liked && 'text-primary-text')} short value={upload.likeCount} />
    </>
  );
  const likes = `${upload.likeCount} ${upload.likeCount === 1 ? 'like' : 'likes'}`;
  if (!viewer) {
    return (
      <AppLink aria-label={`${likes}. Sign in to like this`} className="touch-target card-action" to="/auth">
        {inside}
      </AppLink>
    );
  }
  if (!upload.can.like) {
    return (
      <span aria-label={likes} className="touch-target card-action" role="img">
        {inside}
      </span>
    );
  }
  return (
    <button
      aria-label={`Like, ${likes}`}
      aria-pressed={upload.liked}
      className="touch-target card-action"
      onClick={onLike}
      type="button"
    >
      {inside}
    </button>
  );
}
