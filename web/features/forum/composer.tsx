import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Viewer } from '#contract/accounts.ts';
import { errors } from '#contract/errors.ts';
import { forum } from '#contract/limits.ts';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { useDraft } from '#web/lib/draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { failureToast } from '#web/ui/failure-toast.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { staleLists } from './cache.ts';
import { CategoryField } from './category-field.tsx';
import { choiceText, readChoice } from './draft-choice.ts';
import { DraftNotice } from '#web/features/content/draft-notice.tsx';
import { LockField } from './lock-field.tsx';
import { MarkdownEditor } from '#web/features/content/markdown-editor.tsx';
import type { ForumCategory } from './queries.ts';

/** The composer in forum mode: a new post. Drawn in the browser only, because of its draft. */
export default function Composer({
  viewer,
  categories,
  category,
  closeTo,
}: {
  viewer: Viewer;
  categories: readonly ForumCategory[];
  /** The category of the list that it was opened on. */
  category: string;
  closeTo: string;
}) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const draft = useDraft(`forum:new:${viewer.id}`, category);
  const choice = readChoice(draft.extra);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const send = async () => {
    if (draft.text.trim() === '') {
      toast({ title: errors.nothing_to_upload.title, description: errors.nothing_to_upload.text, kind: 'error' });
      return;
    }
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const made = await call('POST /forum/posts', {
        body: { content: draft.text, ...choice, submitId: draft.submitId },
      });
      draft.clear();
      staleLists(client);
      if (made.notice === null)
        toast({ title: 'Post created!', description: 'Your forum post has been created', kind: 'success' });
      else toast({ title: 'Held for review', description: made.notice, kind: 'info' });
      await router.navigate({ to: '/forum/post/$postId', params: { postId: made.id } });
    } catch (error) {
      if (error instanceof CallError && error.code === 'sign_in_required')
        toast({ title: error.title, description: 'Please sign in to upload content', kind: 'error' });
      else failureToast(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return (
    <Card aria-label="New post" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="-mb-1 flex items-center justify-between">
        <h2 className="heading text-lg">New post</h2>
        <IconButton
          icon={<X aria-hidden="true" size={18} />}
          label="Close the form, keep the draft"
          onClick={() => void router.navigate({ href: closeTo, resetScroll: false })}
          size="sm"
        />
      </div>
      {draft.restored && <DraftNotice onDiscard={draft.clear} />}
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <CategoryField
          adult={viewer.adult}
          categories={categories}
          onChange={(next) => draft.setExtra(choiceText({ ...choice, category: next }))}
          value={choice.category}
        />
        <LockField
          checked={choice.isLocked}
          onChange={(isLocked) => draft.setExtra(choiceText({ ...choice, isLocked }))}
        />
      </div>
      <MarkdownEditor
        beside
        focusCount={1}
        footer={
          <Button busy={busy} onClick={() => void send()} variant="primary">
            Post
          </Button>
        }
        kind="post"
        label="Your post, in Markdown. The first line is its title."
        maxLength={forum.contentMax}
        onChange={draft.setText}
        onSend={() => void send()}
        placeholder={'A title on the first line\n\nThen what you want to say. Markdown works.'}
        value={draft.text}
      />
    </Card>
  );
}
