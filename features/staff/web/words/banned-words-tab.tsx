import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { moderation as limits } from '#content/moderation/contract/limits.ts';
import type { BannedWord } from '#content/moderation/contract/endpoints.ts';
import { fullName } from '#people/profiles/web/full-name.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { SearchBox } from '#platform/web/ui/controls/search-box.tsx';
import { CreateButton } from '#platform/web/ui/controls/create-button.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { wordsQuery } from '#features/staff/web/queries.ts';
import { StaffList } from '#features/staff/web/staff-list.tsx';
import type { WordDialogProps } from './word-dialog.tsx';
import { type WordChange, wordActions } from './word-texts.ts';

const WordDialog = latePart<WordDialogProps>(() => import('./word-dialog.tsx'), { name: 'The form', notice: 'float' });

/** The tab Banned words: a list in the order of the alphabet, to add, edit and remove; the last change can be undone. */
export function BannedWordsTab({ q }: { q: string }) {
  const query = useInfiniteQuery(wordsQuery(useCall(), q));
  const navigate = useNavigate();
  const [open, setOpen] = useState<BannedWord | 'new' | null>(null);
  const [change, setChange] = useState<WordChange | null>(null);
  const close = () => setOpen(null);
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-soft">
        Every text of a member is checked for these words, in names, posts, replies and messages alike. Whole words and
        phrases count, in any case, also with digits for letters, spaced or repeated.
      </p>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <CreateButton form={WordDialog} label="Ban a word" onClick={() => setOpen('new')} />
        <div className="min-w-[min(12rem,100%)] flex-1">
          <SearchBox
            label="Search banned words"
            maxLength={limits.wordMax}
            onSearch={(text) => void navigate({ to: '/admin/banned-words', search: text === '' ? {} : { q: text } })}
            search={q}
          />
        </div>
        <span className="text-sm text-soft">
          {total} {total === 1 ? 'word' : 'words'}
        </span>
      </div>
      <LastChange change={change} onDone={() => setChange(null)} />
      <StaffList
        className="staff-rows"
        empty={
          q === ''
            ? { title: 'No banned words', text: 'Words that you ban are listed here.' }
            : { title: 'No such word', text: 'No banned word holds this text.' }
        }
        label="Banned words"
        query={query}
      >
        {(word) => <WordRow onChange={setChange} onEdit={() => setOpen(word)} word={word} />}
      </StaffList>
      {open !== null && (
        <WordDialog onChange={setChange} onClose={close} onGiveUp={close} word={open === 'new' ? null : open} />
      )}
    </>
  );
}

/** Says what was changed last, with the button that takes it back. */
function LastChange({ change, onDone }: { change: WordChange | null; onDone: () => void }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const undo = async () => {
    if (!change) return;
    await run(async () => {
      if (await decide((call) => change.undo(call), { done: { title: 'Change taken back' } })) onDone();
    });
  };
  return (
    <div role="status">
      {change && (
        <p className="mb-4 flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken px-3 py-2 text-sm">
          <span className="min-w-0 flex-1 wrap-anywhere">{change.text}</span>
          <Button busy={busy} icon={<Undo2 aria-hidden="true" size={16} />} onClick={() => void undo()} size="sm">
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}

function WordRow({
  word,
  onEdit,
  onChange,
}: {
  word: BannedWord;
  onEdit: () => void;
  onChange: (change: WordChange) => void;
}) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const remove = () =>
    run(async () => {
      const isDone = await decide(
        (call) => call('DELETE /staff/banned-words/:wordId', { params: { wordId: word.id } }),
        {
          done: { title: 'Word removed', description: 'Members may write it again.' },
        },
      );
      if (isDone)
        onChange({
          text: `"${word.word}" was removed.`,
          undo: (call) => call('POST /staff/banned-words', { body: { word: word.word, action: word.action } }),
        });
    });
  return (
    <div className="staff-row">
      <div className="min-w-0 flex-1 basis-[min(14rem,100%)]">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="wrap-anywhere">{word.word}</strong>
          <Badge tone={word.action === 'refuse' ? 'danger' : word.action === 'hold' ? 'accent' : 'secondary'}>
            {wordActions[word.action].name}
          </Badge>
        </p>
        <p className="text-sm text-soft">
          {word.addedBy ? fullName(word.addedBy) : 'The operator'} · <RelativeTime date={word.createdAt} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          aria-label={`Edit ${word.word}`}
          icon={<Pencil aria-hidden="true" size={16} />}
          onClick={onEdit}
          onFocus={WordDialog.preload}
          onPointerEnter={WordDialog.preload}
          size="sm"
        >
          Edit
        </Button>
        <Button aria-label={`Remove ${word.word}`} busy={busy} onClick={() => void remove()} size="sm">
          Remove
        </Button>
      </div>
    </div>
  );
}
