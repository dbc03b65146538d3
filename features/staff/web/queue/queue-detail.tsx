import { useQuery } from '@tanstack/react-query';
import { Ban, Check, EyeOff, Flag, Pencil, RotateCcw, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useRevealed } from '#content/core/web/revealed.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { type QueueSearch, itemQuery } from '#features/staff/web/queries.ts';
import { MoveDialogPart } from './move-dialog-part.ts';
import { queueAddress } from './queue-search.ts';
import { choicesOf, decisionName, isQuestion, kindName, reasonName, visibilityNames } from './queue-words.ts';
import { RequestBadge } from './request-badge.tsx';
import { SubjectContent } from './subject-content.tsx';
import { type QueueActions, type QueueMove, type ReadItem, useQueueKeys, useTaken } from './use-queue.ts';

interface OfItem {
  search: QueueSearch;
  actions: QueueActions;
  move: QueueMove | null;
  onMove: (move: QueueMove | null) => void;
}

/** One item of the queue: its content, why it waits, what was decided about its author before, and what can be done. */
export function QueueDetail({ itemId, ...of }: { itemId: string } & OfItem) {
  const query = useQuery(itemQuery(useCall(), itemId));
  const item = query.data;
  useTaken(itemId, item?.state === 'open');
  if (!item) return <NotLoaded label="The item" query={query} rows={4} />;
  return <ReadableItem item={item} {...of} />;
}

/** An item that is there. Keys and buttons decide about it while its text is shown, with the version of that text. */
function ReadableItem({ item, search, actions, move, onMove }: { item: ReadItem } & OfItem) {
  const { viewer } = useAuth();
  const [isShown, reveal] = useRevealed(item.subject);
  const { yes, no } = choicesOf(item);
  const { hold, ask, escalate } = item.can;
  useQueueKeys({
    a: isShown && yes ? () => void actions.decide(item, yes.decision, '') : null,
    r: isShown && no ? () => onMove('remove') : null,
    h: isShown && hold ? () => onMove('hold') : null,
    c: isShown && ask ? () => onMove('ask') : null,
    s: isShown && item.can.restrict ? () => onMove('spammer') : null,
    e: isShown && escalate ? () => onMove('escalate') : null,
  });
  const other = item.takenBy && item.takenBy.id !== viewer?.id ? item.takenBy : null;
  return (
    <Card aria-label={item.subject.isAdult ? '18+' : item.subject.title}>
      <p className="flex flex-wrap items-center gap-1.5">
        <Badge>{kindName(item.subject.kind)}</Badge>
        {item.subject.isAdult && <Badge tone="accent">18+</Badge>}
        {item.needsApproval && !isQuestion(item.subject.kind) && <Badge tone="secondary">Approval</Badge>}
        {item.isEscalated && <Badge tone="primary">With admins</Badge>}
        <RequestBadge item={item} />
        {item.subject.visibility !== 'published' && !isQuestion(item.subject.kind) && (
          <Badge tone="accent">{visibilityNames[item.subject.visibility]}</Badge>
        )}
      </p>
      {other && (
        <p className="mt-2 rounded-control bg-secondary-wash px-3 py-2 text-sm" role="status">
          <strong>{fullName(other)}</strong> has this item open.
        </p>
      )}
      <SubjectContent isShown={isShown} item={item} onShow={reveal} />
      {item.state === 'open' && !isShown ? (
        <p className="mt-4 border-t border-hairline pt-4 text-sm text-soft">Show the content to decide about it.</p>
      ) : (
        <Actions actions={actions} item={item} onMove={onMove} />
      )}
      <Why item={item} />
      <Author item={item} onMove={onMove} search={search} />
      <History item={item} search={search} />
      {move && <MoveDialogPart actions={actions} items={[item]} move={move} onClose={() => onMove(null)} />}
    </Card>
  );
}

function Actions({
  item,
  actions,
  onMove,
}: {
  item: ReadItem;
  actions: QueueActions;
  onMove: (move: QueueMove) => void;
}) {
  const { yes, no } = choicesOf(item);
  if (item.state === 'decided') {
    const { decision } = item;
    return (
      <div className="mt-4 grid justify-items-start gap-2 border-t border-hairline pt-4">
        {decision && (
          <p>
            <strong>{decisionName(item.subject.kind, decision.decision)}</strong>
            {decision.by && ` by ${fullName(decision.by)}`} <RelativeTime date={decision.at} />
            {decision.reason !== '' && `: ${decision.reason}`}
          </p>
        )}
        {item.can.undo && (
          <Button icon={<RotateCcw aria-hidden="true" size={16} />} onClick={() => void actions.undo(item)}>
            Undo
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="staff-decide">
      {yes && (
        <Button
          icon={<Check aria-hidden="true" size={16} />}
          onClick={() => void actions.decide(item, yes.decision, '')}
          variant="primary"
        >
          {yes.label}
        </Button>
      )}
      {no && (
        <Button icon={<X aria-hidden="true" size={16} />} onClick={() => onMove('remove')} variant="danger">
          {no}
        </Button>
      )}
      {item.can.hold && (
        <Button icon={<EyeOff aria-hidden="true" size={16} />} onClick={() => onMove('hold')}>
          Hold
        </Button>
      )}
      {item.can.ask && (
        <Button icon={<Pencil aria-hidden="true" size={16} />} onClick={() => onMove('ask')}>
          Ask for a change
        </Button>
      )}
      {item.can.escalate && (
        <Button icon={<Flag aria-hidden="true" size={16} />} onClick={() => onMove('escalate')}>
          Hand to admins
        </Button>
      )}
      {!yes && !no && <p className="text-sm text-soft">{whyNothing(item)}</p>}
    </div>
  );
}

/** Why an open item has no decision for this member of staff. */
function whyNothing({ isEscalated, author }: ReadItem): string {
  if (isEscalated) return 'This was handed to admins. They decide it.';
  return `Somebody else of the staff decides this: it is of ${fullName(author)}, or what you may not change.`;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 border-t border-hairline pt-3">
      <h3 className="mb-1.5 text-sm font-semibold text-soft">{title}</h3>
      {children}
    </section>
  );
}

function Why({ item }: { item: ReadItem }) {
  const { reports, hold, markedWords } = item;
  if (reports.count === 0 && !hold && markedWords.length === 0) return null;
  return (
    <Part title="Why it is here">
      {markedWords.length > 0 && <p className="text-sm wrap-anywhere">Banned words in it: {markedWords.join(', ')}</p>}
      {hold && (
        <p>
          Held: {hold.reasons.join(', ')}
          {hold.editor && ` (written by ${fullName(hold.editor)})`}
        </p>
      )}
      {reports.count > 0 && (
        <>
          <p>
            {reports.count} {reports.count === 1 ? 'report' : 'reports'}: {reports.reasons.map(reasonName).join(', ')}
          </p>
          <ul className="mt-1 grid gap-1 text-sm">
            {reports.newest.map((report) => (
              <li className="wrap-anywhere" key={report.id}>
                <strong>{reasonName(report.reason)}</strong> by {fullName(report.reporter)}{' '}
                <RelativeTime date={report.createdAt} />
                {report.note !== '' && <span className="text-soft">: {report.note}</span>}
              </li>
            ))}
          </ul>
          {reports.count > reports.newest.length && (
            <p className="mt-1 text-sm text-faint">The newest {reports.newest.length} are shown.</p>
          )}
        </>
      )}
    </Part>
  );
}

function Author({ item, search, onMove }: { item: ReadItem; search: QueueSearch; onMove: (move: QueueMove) => void }) {
  const { author, authorHistory: history, authorFacts: facts } = item;
  if (author.id === null) return null;
  return (
    <Part title="Its author">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PersonName person={author} />
        <AppLink className="text-sm font-semibold text-primary-text hover:underline" to={`/admin/users/${author.id}`}>
          Open the member
        </AppLink>
        <AppLink
          className="text-sm font-semibold text-primary-text hover:underline"
          to={queueAddress({ view: search.view, author: author.id })}
        >
          Everything of this author
        </AppLink>
      </p>
      {facts && (
        <p className="mt-1 text-sm">
          Joined <RelativeTime date={facts.joinedAt} /> · {facts.posts} forum {facts.posts === 1 ? 'post' : 'posts'}
        </p>
      )}
      <p className="mt-1 text-sm text-soft">
        {history.open} open, {history.removed} removed, {history.kept} kept, {history.restrictions} warnings and
        restrictions
      </p>
      {item.can.restrict && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => onMove('warning')} size="sm">
            Warn
          </Button>
          <Button onClick={() => onMove('silence')} size="sm">
            Silence
          </Button>
          <Button icon={<Ban aria-hidden="true" size={15} />} onClick={() => onMove('suspension')} size="sm">
            Suspend
          </Button>
          <Button icon={<Trash2 aria-hidden="true" size={15} />} onClick={() => onMove('spammer')} size="sm">
            This is a spammer
          </Button>
        </div>
      )}
    </Part>
  );
}

const lineNames = {
  report: 'Reported',
  hold: 'Held',
  mark: 'Has banned words',
  approval: 'Waits for approval',
  removal: 'Removed by its author or another member',
  decision: 'Decided',
  escalation: 'Handed to admins',
  request: 'Author asked to change it',
  reversal: 'Decision taken back',
} as const;

function History({ item, search }: { item: ReadItem; search: QueueSearch }) {
  return (
    <Part title="History">
      <ol className="grid gap-1 text-sm">
        {item.history.map((line) => (
          <li className="wrap-anywhere" key={line.id}>
            <strong>
              {line.decision
                ? decisionName(item.subject.kind, line.decision)
                : line.kind === 'approval' && isQuestion(item.subject.kind)
                  ? 'Waits for a decision'
                  : lineNames[line.kind]}
            </strong>
            {line.actor && ` by ${fullName(line.actor)}`} <RelativeTime date={line.createdAt} />
            {line.reasons.length > 0 && <span className="text-soft"> · {line.reasons.map(reasonName).join(', ')}</span>}
            {line.note !== '' && <span className="text-soft">: {line.note}</span>}
          </li>
        ))}
      </ol>
      <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
        {!isQuestion(item.subject.kind) && (
          <AppLink
            className="font-semibold text-primary-text hover:underline"
            to={queueAddress({ view: search.view, thread: item.subject.threadId })}
          >
            Everything of this thread
          </AppLink>
        )}
        {item.earlier.map((past) => (
          <AppLink className="hover:underline" key={past.id} to={queueAddress({ view: 'decided', item: past.id })}>
            Earlier: {past.decision ? decisionName(item.subject.kind, past.decision.decision) : 'open'}
          </AppLink>
        ))}
      </p>
    </Part>
  );
}
