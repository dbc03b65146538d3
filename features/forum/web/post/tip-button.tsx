import type { Post } from '#features/forum/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { TipConfirm, useTip } from '#content/core/web/tip.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { creditsWord } from '#features/forum/web/texts.ts';

/** Ten credits for the author, beside what the reader has. */
export function TipButton({ post }: { post: Post }) {
  const { viewer } = useAuth();
  const call = useCall();
  const { busy, tip } = useTip(post.author, (submitId) =>
    call('POST /forum/posts/:postId/tip', { params: { postId: post.id }, body: { submitId } }),
  );
  if (!viewer || !post.can.tip) return null;
  return (
    <span className="inline-flex items-center">
      <TipConfirm busy={busy} name={post.author.displayName} onTip={() => void tip()} />
      <span className="me-1 text-xs whitespace-nowrap text-faint max-sm:sr-only">
        You have <Counter short value={viewer.credits} />
        <span className="sr-only"> {creditsWord(viewer.credits)}</span>
      </span>
    </span>
  );
}
