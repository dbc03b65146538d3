import { useId, useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { type AnnouncementType, announcements as limits, announcementTypes } from '#contract/limits/announcements.ts';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useReadAnnouncements } from './queries.ts';

/** Props of the form. */
export interface AnnouncementDialogProps {
  /** What is edited; without it, a new one is made. */
  item?: Announcement;
  onOpenChange: (open: boolean) => void;
}

/** A timestamp in the format of `<input type="datetime-local">`: the reader's local time. */
function wallClock(timestamp: string | null): string {
  if (timestamp === null) return '';
  const at = new Date(timestamp);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What such a field holds as a timestamp; null for nothing. */
function timestampOf(local: string): string | null {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Staff write an announcement, or change one. */
export default function AnnouncementDialog({ item, onOpenChange }: AnnouncementDialogProps) {
  const call = useCall();
  const readAgain = useReadAnnouncements();
  const form = useId();
  const mayWait = item === undefined || !item.wasPublished;
  const [submitId] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState(item?.title ?? '');
  const [type, setType] = useState<AnnouncementType>(item?.type ?? 'general');
  const [priority, setPriority] = useState(String(item?.priority ?? limits.priorityMin));
  const [expires, setExpires] = useState(wallClock(item?.expiresAt ?? null));
  const [publish, setPublish] = useState(wallClock(item?.publishAt ?? null));
  const [content, setContent] = useState(item?.source ?? '');
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const send = async () => {
    setBusy(true);
    setFields({});
    const body = {
      title,
      content,
      type,
      // What is no number counts as 1.
      priority: Number.isNaN(Number.parseFloat(priority)) ? limits.priorityMin : Number(priority),
      expiresAt: timestampOf(expires),
      // What is published has no time any more.
      ...(mayWait && { publishAt: timestampOf(publish) }),
    };
    try {
      if (item) {
        const params = { announcementId: item.id };
        await call('PATCH /announcements/:announcementId', { params, body: { ...body, baseVersion: item.version } });
        toast({ title: 'Success!', description: 'The announcement has been saved', kind: 'success' });
      } else {
        const { publishAt } = await call('POST /announcements', { body: { ...body, submitId } });
        const description = publishAt === null ? 'Announcement has been created' : 'It appears at its time.';
        toast({ title: 'Success!', description, kind: 'success' });
      }
      onOpenChange(false);
      await readAgain();
    } catch (error) {
      if (error instanceof CallError) setFields(error.fields);
      failureToast(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      description={item ? undefined : 'Every member is notified of it when it appears.'}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy} form={form} type="submit" variant="primary">
            {item ? 'Save' : 'Create'}
          </Button>
        </>
      }
      onOpenChange={onOpenChange}
      open
      title={item ? 'Edit Announcement' : 'Create Announcement'}
    >
      <form
        className="grid gap-4"
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send();
        }}
      >
        <TextField
          error={fields['title']}
          label="Title"
          maxLength={limits.titleMax}
          onChange={(event) => setTitle(event.target.value)}
          required
          value={title}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label="Type"
            onChange={(event) => setType(event.target.value as AnnouncementType)}
            options={announcementTypes.map(({ key, label }) => ({ value: key, label }))}
            value={type}
          />
          <TextField
            error={fields['priority']}
            hint={`${limits.priorityMin} to ${limits.priorityMax}; above ${limits.highAbove} it is marked High Priority`}
            inputMode="numeric"
            label="Priority"
            max={limits.priorityMax}
            min={limits.priorityMin}
            onChange={(event) => setPriority(event.target.value)}
            step={1}
            type="number"
            value={priority}
          />
        </div>
        {mayWait && (
          <TextField
            aside="optional"
            error={fields['publishAt']}
            hint={
              item
                ? 'In your time zone. Empty: it stays hidden until somebody publishes it'
                : 'In your time zone. Empty: it is published at once'
            }
            label="Publish At"
            onChange={(event) => setPublish(event.target.value)}
            type="datetime-local"
            value={publish}
          />
        )}
        <TextField
          aside="optional"
          error={fields['expiresAt']}
          hint="Leave empty for permanent announcement"
          label="Expires At"
          onChange={(event) => setExpires(event.target.value)}
          type="datetime-local"
          value={expires}
        />
        <TextArea
          error={fields['content']}
          hint="Markdown works here"
          label="Content"
          maxLength={limits.contentMax}
          onChange={(event) => setContent(event.target.value)}
          required
          rows={7}
          value={content}
        />
      </form>
    </Dialog>
  );
}
