import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { BannedWord, BannedWordAction } from '#content/moderation/contract/endpoints.ts';
import { fullName } from '#people/profiles/web/full-name.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { FormDialog } from '#platform/web/ui/overlays/form-dialog.tsx';
import type { Action } from '#platform/web/ui/controls/use-action.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { type WordChange, wordActions, wordWarnings } from './word-texts.ts';

type Trial = Reply<'POST /staff/banned-words/try'>;

/** Props of {@link WordDialog}. */
export interface WordDialogProps {
  /** Null for a new one. */
  word: BannedWord | null;
  onChange: (change: WordChange) => void;
  onClose: () => void;
}

type Refuse = Action['refuse'];

const options = Object.entries(wordActions).map(([value, { name }]) => ({ value, label: name }));

/** Staff ban a word, or edit one. A word is tried against the latest texts before it can be saved. */
export default function WordDialog({ word, onChange, onClose }: WordDialogProps) {
  const call = useCall();
  const decide = useDecision();
  const [text, setText] = useState(word?.word ?? '');
  const [action, setAction] = useState<BannedWordAction>(word?.action ?? 'refuse');
  const [tried, setTried] = useState<{ readonly text: string; readonly trial: Trial } | null>(null);
  const trial = tried?.text === text ? tried.trial : null;
  const isSameWord = word !== null && text.trim().toLowerCase() === word.word;
  const isUnusable = trial?.warnings.some((warning) => warning === 'unreadable' || warning === 'too_short') ?? false;
  const isReady = isSameWord || (trial !== null && !isUnusable);
  const tryIt = async () =>
    setTried({ text, trial: await call('POST /staff/banned-words/try', { body: { word: text } }) });
  const save = async (refuse: Refuse) => {
    const isDone = await decide(
      async (api) => {
        const saved = word
          ? await api('PATCH /staff/banned-words/:wordId', {
              params: { wordId: word.id },
              body: { word: text, action },
            })
          : await api('POST /staff/banned-words', { body: { word: text, action } });
        onChange(changeOf(word, saved));
      },
      { done: { title: word ? 'Word saved' : 'Word banned' }, refuse },
    );
    if (isDone) onClose();
  };
  const { busy, field, formProps } = useForm('POST /staff/banned-words/try', {
    send: ({ refuse }) => (isReady ? save(refuse) : tryIt()),
  });
  const isRisky = isReady && trial !== null && trial.warnings.length > 0;
  return (
    <FormDialog
      description="It is tried against the latest texts of the site first."
      title={word ? 'Edit banned word' : 'Ban a word'}
      formProps={formProps}
      busy={busy}
      save={!isReady ? 'Try it' : isRisky ? 'Save anyway' : word ? 'Save' : 'Ban it'}
      onClose={onClose}
    >
      <TextField
        {...field('word')}
        autoComplete="off"
        label="Word or phrase"
        onChange={(event) => setText(event.target.value)}
        value={text}
      />
      <SelectField
        hint={wordActions[action].about}
        label="What happens to a text with it"
        onChange={(event) => setAction(event.target.value as BannedWordAction)}
        options={options}
        value={action}
      />
      <div role="status">{trial && <TrialResult trial={trial} />}</div>
    </FormDialog>
  );
}

/** A change of a word, with the call that undoes it. */
function changeOf(before: BannedWord | null, saved: BannedWord): WordChange {
  const params = { wordId: saved.id };
  if (before === null)
    return {
      text: `"${saved.word}" was banned.`,
      undo: (call) => call('DELETE /staff/banned-words/:wordId', { params }),
    };
  const { word, action } = before;
  return {
    text: `"${word}" was changed.`,
    undo: (call) => call('PATCH /staff/banned-words/:wordId', { params, body: { word, action } }),
  };
}

function TrialResult({ trial: { checked, matched, examples, warnings } }: { trial: Trial }) {
  return (
    <div className="grid gap-3 text-sm">
      {warnings.map((warning) => (
        <p className="flex gap-2 font-semibold" key={warning}>
          <TriangleAlert aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" size={16} />
          {wordWarnings[warning]}
        </p>
      ))}
      {!warnings.includes('unreadable') && (
        <p>
          {matched === 0
            ? `None of the latest ${checked.toLocaleString('en')} texts has it.`
            : `${matched.toLocaleString('en')} of the latest ${checked.toLocaleString('en')} texts ${matched === 1 ? 'has' : 'have'} it.`}
        </p>
      )}
      {examples.length > 0 && (
        <ul aria-label="Texts with it" className="grid gap-2">
          {examples.map((example) => (
            <li className="min-w-0" key={`${example.kind} ${example.id}`}>
              <AppLink className="font-semibold text-primary-text hover:underline wrap-anywhere" to={example.url}>
                {example.title}
              </AppLink>
              <p className="truncate text-soft">
                {fullName(example.author)} · {example.excerpt}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
