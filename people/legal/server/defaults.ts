const notice =
  '> This text came with the software and is a starting point. The operator of this site has not replaced it yet. Parts in **[brackets]** are theirs to fill in, and nothing here is legal advice.';

const terms = `${notice}

## Who runs this site
**[Operator: your name or company, postal address and an email address. Many countries require this.]**

## Your account
You need an account to post. You have to be **[operator: the lowest age in your country, often 13 or 16]** or older. Keep your password to yourself. You may delete your account at any time in the settings.

## What you post
What you make stays yours. By posting it you allow this site to store it, to make versions of it that browsers can show and play, and to show it to whom you posted it for. That permission ends when you delete it, except for copies in backups, which disappear with them.

Post only what is yours, or what you are allowed to share.

## What staff may do
Staff may hold back, remove or restore what breaks the [rules](/legal/rules), and may warn, silence or suspend members. You are told what was decided and why, and you may appeal once against each decision.

## Copyright
If somebody posted your work without permission, use the [form for complaints](/legal/takedown). Whoever posted it can answer with a counter-notice.

## Payments
**[Operator: if you sell upgrades or tiers: who the seller is, prices with taxes, and how people withdraw from a purchase. If you sell nothing, delete this part.]**

## Availability and liability
The site is offered as it is and may be interrupted. **[Operator: what you are liable for, as the law of your country allows you to say.]**

## Changes and applicable law
When these terms change in a way that matters, you are asked to accept the new version before you post again. Earlier versions can be read below. **[Operator: the law that applies, and where disputes are settled.]**
`;

const privacy = `${notice}

## Who is responsible
**[Operator: your name, address and email address, and your data protection officer if you have one.]**

## What is stored about you
- **Your account:** email address, a hash of your password (never the password), and when you joined.
- **Your sessions:** network address, browser and the time of last use, until the session ends.
- **A security log:** sign-ins and changes of your account with network addresses, for 90 days. Admins can see these addresses.
- **What you make:** posts, comments, uploads, messages of listening parties, your profile, and earlier versions of texts that you edited.
- **What you do:** likes, friends, follows, blocks, plays of tracks, reports, and what staff decided about you.
- **Your acceptance** of these texts, with version and time.

Pictures are stored without the place and device that cameras write into them.

## What it is used for
To run the site for you, to keep it secure and free of abuse, and to notify you of what you asked for. There is no advertising and no tracking of your visits to other sites.

## Cookies
One cookie signs you in. Others remember the theme and the menu. There are no cookies of advertisers.

## Who else gets data
- Mail is sent through **[operator: your mail provider]**.
- The site runs at **[operator: your hosting provider, and in which country]**. Files are stored at **[operator: the same place, or your storage provider]**.
- Payments, if you make any, are handled by **[operator: your payment provider, or delete this line]**; card numbers never reach this site.
- Players of other platforms load only after you click them, and then that platform sees your visit.

## Your rights
In the settings you can download everything that you made, correct it, and delete your account. A deletion is carried out within **[operator: the days that your site is set to, and how long backups are kept]**. You may also complain to **[operator: the data protection authority of your country]**.

## Legal basis
**[Operator: required in the European Union and some other countries.]**
`;

const rules = `${notice}

1. **Be decent.** No harassment, no threats, no hate against people for what they are.
2. **Post what is yours.** Share sounds, samples and pictures that you made or may share, and say whose work you used.
3. **No private information.** Do not post telephone numbers, addresses, documents or private messages of other people.
4. **No spam.** Promote your work where that is asked for, and do not post the same thing again and again.
5. **Mark what is for adults.** 18+ content is marked as such. Sexual content with minors is forbidden and reported to the authorities.
6. **No malware, no fraud,** no trade in stolen accounts or goods.
7. **One voice each.** Do not use further accounts to evade a decision of the staff.
8. **Report, do not retaliate.** Every content has Report in its menu. Staff look at every report.

Whoever breaks a rule may see their content removed, be warned, silenced for a time, or suspended. Each decision has a reason that you can read, and can be appealed once.

**[Operator: add what is particular to your community.]**
`;

/** What stands there until the operator has published a text of their own. */
export const defaultSources: Readonly<Record<'terms' | 'privacy' | 'rules', string>> = { terms, privacy, rules };
