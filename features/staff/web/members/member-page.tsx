import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MemberDetail, StaffMember } from '#features/staff/contract/endpoints.ts';
import { fullName } from '#people/profiles/web/full-name.ts';
import { PersonLine } from '#people/profiles/web/person-line.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { memberQuery, notesQuery, restrictionsQuery, rolesQuery, spamQuery } from '#features/staff/web/queries.ts';
import { queueAddress } from '#features/staff/web/queue/queue-search.ts';
import { type RestrictionKind, endOf, ends, useRestrict } from './restricting.ts';
import { MemberActions, Standing } from './users-tab.tsx';

const sources = { xp: 'earned by XP', staff: 'assigned by staff', tier: 'of a paid tier' } as const;

/** `/admin/users/{id}`: all that staff see of a member and do for them. */
export function MemberPage({ profileId }: { profileId: string }) {
  const call = useCall();
  const query = useQuery(memberQuery(call, profileId));
  const { data: roles } = useQuery(rolesQuery(call));
  if (!query.data) return <NotLoaded label="The member" query={query} rows={6} />;
  const detail = query.data;
  const { member } = detail;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
      <Card className="xl:col-span-2">
        <PersonLine aside={<Standing member={member} />} person={member.person} />
        <dl className="staff-facts mt-3">
          <Fact name="Joined">
            <LocalDate date={member.joinedAt} />
          </Fact>
          <Fact name="XP">
            <Counter value={member.xp} />
          </Fact>
          <Fact name="Credits">
            <Counter value={detail.credits} />
          </Fact>
          <Fact name="Role">
            {member.person.badge.label} ({member.isAdmin || member.isModerator ? 'staff' : sources[member.roleSource]})
          </Fact>
          {detail.email !== null && (
            <Fact name="Mail">
              {detail.email} {!detail.isVerified && <Badge tone="accent">Not verified</Badge>}
            </Fact>
          )}
          <Fact name="Two-factor sign-in">{detail.hasTwoFactor ? 'On' : 'Off'}</Fact>
          <Fact name="Rights">
            {detail.rights.length === 0
              ? 'None of their own'
              : detail.rights.map((right) => `${right.name} (${right.source})`).join(', ')}
          </Fact>
        </dl>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <MemberActions member={member} roles={roles?.items ?? []} />
          {member.can.setAdmin && <AdminFlag member={member} />}
          <AppLink
            className="text-sm font-semibold text-primary-text hover:underline"
            to={queueAddress({ author: member.id, view: 'decided' })}
          >
            What was decided about their content
          </AppLink>
        </div>
      </Card>
      <Restrictions member={member} />
      <Notes profileId={profileId} />
      {detail.sessions && detail.addresses && <Seen detail={detail} />}
      {member.can.setAdmin && <Correction detail={detail} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function AdminFlag({ member }: { member: StaffMember }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const toggle = () =>
    run(async () => {
      const on = !member.isAdmin;
      await decide(
        (call) => call('PUT /staff/members/:profileId/admin', { params: { profileId: member.id }, body: { on } }),
        { done: { title: on ? 'Admin added' : 'Admin removed', description: 'Admins and the member are notified.' } },
      );
    });
  return (
    <Button busy={busy} onClick={() => void toggle()} size="sm">
      {member.isAdmin ? 'Remove admin' : 'Make admin'}
    </Button>
  );
}

const restrictionNames = { suspension: 'Suspended', silence: 'Silenced', warning: 'Warned' } as const;

/** The decision that they are a spammer, which is undone as one. */
function Spam({ member: { id: profileId, can } }: { member: StaffMember }) {
  const { data } = useQuery(spamQuery(useCall(), profileId));
  const decide = useDecision();
  const { busy, run } = useAction();
  const decision = data?.decision;
  if (!decision || decision.state === 'restored') return null;
  const { by, at, removed, state } = decision;
  const undo = () =>
    decide((call) => call('POST /staff/spammers/undo', { body: { profileIds: [profileId] } }), {
      done: { title: 'Decision taken back', description: 'What it removed is being restored.' },
    });
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2 text-sm">
      <p>
        <strong>{state === 'restoring' ? 'Is being restored' : 'Removed as spam'}</strong>
        {by && ` by ${fullName(by)}`} <RelativeTime date={at} />: {removed} {removed === 1 ? 'thing' : 'things'}
      </p>
      {can.restrict && state !== 'restoring' && (
        <Button busy={busy} onClick={() => void run(undo)} size="sm">
          Undo the spam decision
        </Button>
      )}
    </div>
  );
}

function Restrictions({ member }: { member: StaffMember }) {
  const { data } = useQuery(restrictionsQuery(useCall(), member.id));
  const restrict = useRestrict();
  const decide = useDecision();
  const [kind, setKind] = useState<RestrictionKind>('warning');
  const [reason, setReason] = useState('');
  const [end, setEnd] = useState<string>(ends[1].value);
  const { busy, field, formProps } = useForm('POST /staff/members/:profileId/warnings', {
    async send({ refuse }) {
      if (await restrict(member.id, kind, reason.trim(), endOf(end), refuse)) setReason('');
    },
  });
  const lift = (of: 'suspension' | 'silence') =>
    void decide((call) => call(`DELETE /staff/members/:profileId/${of}`, { params: { profileId: member.id } }), {
      done: { title: of === 'suspension' ? 'Suspension lifted' : 'Silence lifted' },
    });
  return (
    <Card>
      <CardHeading>Warnings and restrictions</CardHeading>
      <Spam member={member} />
      {member.can.restrict && (
        <form className="grid gap-3" {...formProps}>
          <div className="grid gap-3 sm:grid-cols-2">
            <SelectField
              label="What"
              onChange={(event) => setKind(event.target.value as RestrictionKind)}
              options={[
                { value: 'warning', label: 'Warn' },
                { value: 'silence', label: 'Silence' },
                { value: 'suspension', label: 'Suspend' },
              ]}
              value={kind}
            />
            {kind !== 'warning' && (
              <SelectField label="Until" onChange={(event) => setEnd(event.target.value)} options={ends} value={end} />
            )}
          </div>
          <TextArea
            {...field('reason')}
            hint="The member reads this."
            label="Reason"
            onChange={(event) => setReason(event.target.value)}
            rows={2}
            value={reason}
          />
          <div className="flex flex-wrap gap-2">
            <Button busy={busy} type="submit" variant="danger">
              {kind === 'warning' ? 'Warn' : kind === 'silence' ? 'Silence' : 'Suspend'}
            </Button>
            {member.suspendedUntil !== null && <Button onClick={() => lift('suspension')}>Lift the suspension</Button>}
            {member.silencedUntil !== null && <Button onClick={() => lift('silence')}>Lift the silence</Button>}
          </div>
        </form>
      )}
      <ul aria-label="Warnings and restrictions" className="mt-3 grid gap-2 text-sm">
        {data?.items.length === 0 && <li className="text-soft">None so far.</li>}
        {data?.items.map((item) => (
          <li className="wrap-anywhere" key={item.id}>
            <strong>{restrictionNames[item.kind]}</strong> <LocalDate date={item.createdAt} />
            {item.kind !== 'warning' && (
              <>
                {' '}
                until {item.until === null ? 'further notice' : <LocalDate date={item.until} />}
                {item.liftedAt !== null && (
                  <>
                    , lifted <LocalDate date={item.liftedAt} />
                  </>
                )}
              </>
            )}
            <span className="text-soft">: {item.reason}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Notes({ profileId }: { profileId: string }) {
  const { data } = useQuery(notesQuery(useCall(), profileId));
  const decide = useDecision();
  const { busy, field, formProps } = useForm('POST /staff/members/:profileId/notes', {
    params: { profileId },
    async send({ element, refuse, request }) {
      if (await decide(request, { done: { title: 'Note saved' }, refuse })) element.reset();
    },
  });
  return (
    <Card>
      <CardHeading>Notes of the staff</CardHeading>
      <form className="grid gap-3" {...formProps}>
        <TextArea {...field('text')} hint="For staff alone: the member does not read it." label="Note" rows={2} />
        <div>
          <Button busy={busy} type="submit">
            Save note
          </Button>
        </div>
      </form>
      <ul aria-label="Notes" className="mt-3 grid gap-2 text-sm">
        {data?.items.length === 0 && <li className="text-soft">None so far.</li>}
        {data?.items.map((note) => (
          <li className="wrap-anywhere whitespace-pre-line" key={note.id}>
            <strong>{fullName(note.author)}</strong> <RelativeTime date={note.createdAt} />
            <span className="text-soft">: {note.text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Seen({ detail }: { detail: MemberDetail }) {
  return (
    <Card>
      <CardHeading>Sessions and network addresses</CardHeading>
      <ul aria-label="Sessions" className="grid gap-1 text-sm">
        {detail.sessions?.map((session) => (
          <li key={session.id}>
            {session.device}
            {session.address !== null && <span className="tape"> {session.address}</span>}{' '}
            <RelativeTime date={session.lastUsedAt} />
          </li>
        ))}
      </ul>
      <p className="mt-3 mb-1 text-sm text-soft">Seen in the last 90 days:</p>
      <ul aria-label="Network addresses" className="grid gap-1 text-sm">
        {detail.addresses?.map((seen) => (
          <li key={seen.address}>
            <AppLink
              className="tape text-primary-text hover:underline"
              to={`/admin/users?by=address&q=${encodeURIComponent(seen.address)}`}
            >
              {seen.address}
            </AppLink>{' '}
            <RelativeTime date={seen.lastSeenAt} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Correction({ detail }: { detail: MemberDetail }) {
  const decide = useDecision();
  const [currency, setCurrency] = useState<'xp' | 'credits'>('credits');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [submitId, setSubmitId] = useState(() => crypto.randomUUID());
  const { busy, field, formProps } = useForm('POST /staff/members/:profileId/corrections', {
    params: { profileId: detail.member.id },
    body: { currency, submitId },
    async send({ refuse, request }) {
      const done = { title: 'Balance corrected', description: 'The member is notified with the reason.' };
      if (!(await decide(request, { done, refuse }))) return;
      setAmount('');
      setReason('');
      setSubmitId(crypto.randomUUID());
    },
  });
  return (
    <Card>
      <CardHeading>Correct the balance</CardHeading>
      <form className="grid gap-3" {...formProps}>
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="Of what"
            onChange={(event) => setCurrency(event.target.value === 'xp' ? 'xp' : 'credits')}
            options={[
              { value: 'credits', label: 'Credits' },
              { value: 'xp', label: 'XP' },
            ]}
            value={currency}
          />
          <TextField
            {...field('amount')}
            hint="-5 takes five; never below zero."
            label="Amount"
            onChange={(event) => setAmount(event.target.value)}
            type="number"
            value={amount}
          />
        </div>
        <TextField
          {...field('reason')}
          hint="The member reads this."
          label="Reason of the correction"
          onChange={(event) => setReason(event.target.value)}
          value={reason}
        />
        <div>
          <Button busy={busy} type="submit">
            Correct
          </Button>
        </div>
      </form>
    </Card>
  );
}
