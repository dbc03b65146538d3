import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { DiffText } from '#content/core/web/diff-text.tsx';
import type { CompletionOptions } from './completions.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';
import type { WrittenText } from './use-places.ts';

/** A text and the number of its version. */
export interface Version {
  readonly source: string;
  readonly version: number;
}

/** Props of {@link EditForm}. */
export interface EditFormProps extends CompletionOptions {
  /** What the text is for, to those who do not see the form. */
  label: string;
  kind: 'post' | 'reply';
  /** What to begin with; a page that came from the server has no source with it, which is then read. */
  from: { readonly source: string | null; readonly version: number };
  maxLength: number;
  /** Saves the text on top of a version. */
  save: (content: string, baseVersion: number) => Promise<void>;
  /** Reads the newest version, after somebody was faster. */
  readNewest: () => Promise<Version>;
  onClose: () => void;
  /** A text of nothing may be saved, because something else is there. */
  mayBeEmpty?: boolean;
  /** Files are on their way: saving waits for them. */
  isWaiting?: boolean;
  /** Fields of its own, such as the category, over the editor; a form whose files stand in its text draws both. */
  children?: ReactNode | ((written: WrittenText, editor: ReactNode) => ReactNode);
  /** Shows one of its files in the preview. */
  renderFile?: (fileId: string) => ReactNode;
}

/** Edits a text in its place. When somebody was faster, the newest version is shown beside it to save on top of. */
export default function EditForm(props: EditFormProps) {
  const { from, kind, readNewest, onClose } = props;
  const [start, setStart] = useState<Version | null>(
    from.source === null ? null : { source: from.source, version: from.version },
  );
  const read = useEffectEvent(readNewest);
  const giveUp = useEffectEvent((error: unknown) => {
    failureToast(error);
    onClose();
  });
  const isMissing = start === null;
  useEffect(() => {
    if (!isMissing) return;
    let isLeft = false;
    read().then(
      (newest) => isLeft || setStart(newest),
      (error: unknown) => isLeft || giveUp(error),
    );
    return () => {
      isLeft = true;
    };
  }, [isMissing]);
  return start ? <StartedForm {...props} start={start} /> : <EditorSkeleton kind={kind} />;
}

function StartedForm({
  kind,
  label,
  start,
  maxLength,
  save,
  readNewest,
  onClose,
  mayBeEmpty = false,
  isWaiting = false,
  children,
  renderFile,
  near,
  hashtags,
}: EditFormProps & {
  /** What it started from: the page may change under the form. */
  start: Version;
}) {
  const [text, setText] = useState(start.source);
  const [newest, setNewest] = useState<Version | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const send = async () => {
    if (text.trim() === '' && !mayBeEmpty) {
      toast({
        title: shownErrors.nothing_to_upload.title,
        description: shownErrors.nothing_to_upload.text,
        kind: 'error',
      });
      return;
    }
    if (sending.current || isWaiting) return;
    sending.current = true;
    setBusy(true);
    try {
      await save(text, (newest ?? start).version);
      onClose();
    } catch (error) {
      failureToast(error);
      if (error instanceof CallError && error.code === 'edit_conflict')
        await readNewest().then(setNewest, failureToast);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const editor = (
    <MarkdownEditor
      field={field}
      renderFile={renderFile}
      focusCount={1}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy || isWaiting} onClick={() => void send()} variant="primary">
            {newest ? 'Save on top' : 'Save'}
          </Button>
        </>
      }
      hashtags={hashtags}
      kind={kind}
      label={label}
      maxLength={maxLength}
      near={near}
      onChange={setText}
      onSend={() => void send()}
      value={text}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {newest && <Newest newest={newest.source} onStart={() => setText(newest.source)} start={start.source} />}
      {typeof children === 'function' ? (
        // The field is handed on, and read in handlers.
        // oxlint-disable-next-line react/refs
        children({ text, setText, field }, editor)
      ) : (
        <>
          {children}
          {editor}
        </>
      )}
    </div>
  );
}

/** What somebody saved meanwhile. @param start the text that this form started from */
function Newest({ newest, start, onStart }: { newest: string; start: string; onStart: () => void }) {
  return (
    <section
      aria-label="The newest version"
      className="grid gap-2 rounded-control border border-accent-text/40 bg-accent-wash p-3"
    >
      <p className="text-sm">
        <strong className="font-bold">Edited meanwhile.</strong> This is the newest version, with what changed since you
        began. Your text below is untouched: take over what you want, then save on top of it.
      </p>
      <DiffText after={newest} before={start} />
      <div>
        <Button onClick={onStart} size="sm">
          Start from the newest version
        </Button>
      </div>
    </section>
  );
}
