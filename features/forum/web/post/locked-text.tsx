import { lateWindow } from '#content/core/web/page/late-window.ts';
import { fullName } from '#people/profiles/web/full-name.ts';
import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { prices } from '#people/ledger/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Odometer } from '#platform/web/ui/counter.tsx';
import { postingRestriction } from '#content/core/web/posting-restriction.ts';
import { creditsText, creditsWord } from '#features/forum/web/texts.ts';

const UnlockDialog = lateWindow('The question', () => import('./unlock-dialog.tsx'));

/** A post's text for who has not unlocked it: what stays visible, and the way to the rest. */
export function LockedText({ post, cut }: { post: Post; cut: string }) {
  const { viewer } = useAuth();
  return (
    <div className="grid gap-4">
      {cut !== '' && (
        <div className="prose prose-lead">
          <p>{cut}</p>
        </div>
      )}
      <section
        aria-labelledby="locked-text"
        className="grid gap-3 rounded-card border border-hairline bg-raised p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-6"
      >
        <div className="grid gap-1">
          <h2 className="heading flex items-center gap-2 text-lg" id="locked-text">
            <Lock aria-hidden="true" className="text-accent-text" size={18} />
            The rest is locked
          </h2>
          <p className="text-soft">
            {creditsText(prices.unlock)} go to {fullName(post.author)}, and this post stays open to you for good.
          </p>
        </div>
        {viewer ? <Way post={post} viewer={viewer} /> : <ButtonLink to="/auth">Sign in to unlock</ButtonLink>}
      </section>
    </div>
  );
}

function Way({ post, viewer }: { post: Post; viewer: Viewer }) {
  const [asking, setAsking] = useState(false);
  if (!post.can.unlock) return <Note>{postingRestriction(viewer) ?? shownErrors.author_gone.text}</Note>;
  const missing = prices.unlock - viewer.credits;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 sm:flex-col sm:items-end sm:gap-2">
        <Button
          disabled={missing > 0}
          icon={<Lock aria-hidden="true" size={16} />}
          onClick={() => setAsking(true)}
          onPointerEnter={UnlockDialog.preload}
          variant="primary"
        >
          Unlock ($1)
        </Button>
        <p className="flex items-center gap-2 text-sm text-soft">
          You have <Odometer label={creditsWord(viewer.credits)} value={viewer.credits} />
          <span aria-hidden="true">{creditsWord(viewer.credits)}</span>
        </p>
      </div>
      {missing > 0 && (
        <Note>{shownErrors.credits_short.text.replace('{needed}', `${missing} more ${creditsWord(missing)}`)}</Note>
      )}
      {asking && (
        <UnlockDialog
          credits={viewer.credits}
          onGiveUp={() => setAsking(false)}
          onOpenChange={setAsking}
          open
          post={post}
        />
      )}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="border-t border-hairline pt-3 text-sm text-soft sm:col-span-2">{children}</p>;
}
