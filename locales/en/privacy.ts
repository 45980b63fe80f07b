import type { LegalText } from '../legal-text.ts'

export const text: LegalText = {
  summary: [
    'We keep only what an account needs. We do not sell it.',
    'You can view, correct, download and delete it yourself at any time.',
    'Where the law or your browser requires it, statistics start only after you agree.',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      body: [
        '{company} (“we”) decides how your data is processed in {product} and is responsible for it. This page explains what we keep, why and for how long, and what you can do about it. For questions and requests, contact us at {help}.',
      ],
    },
    {
      id: 'data',
      title: 'What we keep, why, and how long',
      body: [
        {
          table: {
            head: ['Data', 'What for', 'Kept for'],
            rows: [
              ['Account'],
              [
                'Email address, user ID, password (only as a hash that cannot be reversed), language',
                'To provide the account that you created',
                'Until you delete the account',
              ],
              [
                'Profile: nickname, picture, introduction, gender, birthday, country or region',
                'To show your profile in our apps and offer the courses and rules that apply where you live',
                'Until you change it or delete the account',
              ],
              [
                'Second email address, former email addresses',
                'To let you recover the account, and bring back an address that someone else changed',
                'Until you remove it or delete the account; a former one 30 days',
              ],
              [
                'Terms and privacy versions that you agreed to, with the time',
                'To prove the agreement',
                'Until you delete the account',
              ],
              ['Login'],
              [
                'Sessions: IP address, approximate location, type of device, app, first and last login',
                'To show you where you are logged in and let you log out there',
                'Until the session ends',
              ],
              [
                'Login history: time, IP address, approximate location, login method, result',
                'To detect and explain misuse of your account',
                '180 days',
              ],
              [
                'Verification codes and human checks',
                'To confirm that the mailbox is yours and that a person is making the request',
                'Codes 10 minutes, human checks 5 minutes',
              ],
              [
                'Connected social accounts: the provider and its name for you',
                'To log you in the way you chose',
                'Until you disconnect it',
              ],
              [
                'Passkeys: public key, name, app, approximate location, last use. Authenticator app: its key, encrypted. Recovery codes: only as hashes',
                'To log you in the way you set up',
                'Until you remove them or delete the account',
              ],
              ['Benefits, training and machines'],
              [
                'Redemptions: code, benefit, dates',
                'To grant the benefit and for our accounting',
                'As long as your account exists; afterwards without any link to you',
              ],
              [
                'Training progress and certificates',
                'To prove that you have taken the training',
                'Until you delete the account',
              ],
              [
                'Unlock passwords issued: a fingerprint of the serial number, time, shortened IP address, version of the course and of the text you agreed to',
                'To show, after an accident, what information was given',
                '5 years',
              ],
              [
                'Machines you unlocked while you were logged in: the last six characters of the serial number, laser power, first and last time',
                'To show you which machines you use',
                'Until you remove the entry or delete the account',
              ],
              [
                'Machines with an owner: serial number, name, your role and its end, passes, requests, invitations with the invited email address',
                'To let you, and the people you share a machine with, use it, also without a network',
                'Until the role ends or you delete the account; an invitation until a day after it expires. A record that a role ended stays, with your user ID only',
              ],
              [
                'Workshops: name, machines, members and their roles',
                'To share machines in a company, a school or a club',
                'Until you leave, the workshop ends or you delete the account',
              ],
              ['Messages and statistics'],
              [
                'Messages to you and your message settings',
                'To inform you about machines, apps and orders',
                'Until you delete the account',
              ],
              [
                'Emails to you: a fingerprint of the address, its domain, the kind of email, whether it was delivered',
                'To find out why an email does not reach you',
                '30 days; a year for an address that emails come back from',
              ],
              [
                'Statistics, where allowed: which pages and features are used, for how long, and where people click, with a random number instead of your name',
                'To find out what works well and what does not',
                '180 days',
              ],
            ],
          },
        },
        'The approximate location is derived from the IP address on our own servers, without any other service. We do not ask for your position. We make no solely automated decisions about you, apart from slowing down repeated failed logins.',
      ],
    },
    {
      id: 'basis',
      title: 'Legal basis',
      body: [
        {
          list: [
            'To perform our contract with you: account, profile, sessions, redemptions, training, messages about your machines.',
            'For our legitimate interests, unless yours override them: protection against misuse, proof of safety instruction.',
            'With your consent: statistics, and messages about activities. You can withdraw your consent at any time. Processing up to then remains lawful.',
            'To comply with the law: accounting, and answers to authorities that are entitled to ask.',
          ],
        },
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and browser storage',
      body: [
        {
          table: {
            caption: 'Necessary',
            namesFirst: true,
            head: ['Name', 'What for', 'Kept for'],
            rows: [
              [
                'utoken',
                'Keeps you logged in to all apps on the same domain.',
                'One year with “Remember me”; otherwise until the browser closes, at most 24 hours without use',
              ],
              ['IntlLang', 'Remembers English or Chinese.', 'One year'],
              [
                '__Host-kerfDevice',
                'Recognizes this browser, so that others who enter your email address cannot use up your attempts or invalidate your codes.',
                '400 days',
              ],
              [
                '__Host-kerfCompanion',
                'Confirms before sensitive changes that you logged in with this browser.',
                'As long as the cookie utoken',
              ],
              [
                '__Host-kerfAccounts',
                'Keeps you logged in to the other accounts that you added in this browser.',
                'One year',
              ],
              [
                '__Host-kerfVisitAccounts',
                'The same for accounts without “remember me”.',
                'Until you close the browser',
              ],
              [
                'kerfAccountCount',
                'Counts those accounts, so that the login page can offer them.',
                'One year',
              ],
              ['__Host-kerfSocial', 'Ties a login with another service to this browser.', '15 minutes'],
              [
                'kerfFlow, kerfResume',
                'Tie the login of an app that you came from to this browser.',
                'One hour',
              ],
              ['__Host-kerfWatch', 'Remembers the safety lessons that a visitor has watched.', 'Two hours'],
              ['kerfProbe', 'Checks whether this browser keeps cookies in an embedded page.', '1 minute'],
              [
                'kerfAgreed',
                'Remembers which versions of terms and privacy policy were agreed to in this browser.',
                'One year',
              ],
              [
                'kerfPasskey, kerf.lastWay (local storage)',
                'Remember how the last person in this browser logged in, so that this way comes first. They name no account.',
                'One year; local storage until you clear it',
              ],
              [
                'kerfNotice',
                'Tells the next page what to say once, such as that you are logged out.',
                'One minute',
              ],
              ['kerfTheme', 'Remembers light or dark, if you chose one.', 'One year'],
              [
                'kerf.messages.shortcuts (local storage)',
                'Remembers whether you turned off keyboard shortcuts.',
                'Until you clear the browser data',
              ],
              [
                'kerf.code.… (session storage)',
                'Counts down the wait for the next code after a reload. Holds no email address.',
                'Until the tab closes',
              ],
              ['kerfStatistics', 'Remembers your choice about statistics.', 'Half a year; then we ask again'],
            ],
          },
        },
        {
          table: {
            caption: 'Only where statistics are allowed',
            namesFirst: true,
            head: ['Name', 'What for', 'Kept for'],
            rows: [
              [
                'sensorsdata2015jssdkcross, sensorsdata2015jssdksession, sawebjssdk-… (local storage)',
                'Statistics with a random number.',
                'Two years, or less if the browser limits it',
              ],
              ['_ga, _ga_…', 'Google Analytics, where we use it.', 'One year'],
            ],
          },
        },
        'Necessary cookies are set because the service does not work without them. For statistics, we ask first in the European Economic Area, the United Kingdom, Switzerland, Brazil and China, and wherever we do not know the location; elsewhere you can object. A Global Privacy Control signal from your browser counts as an objection. Statistics never contain your email address, passwords, codes or tokens, and what you do on the password reset page is not tracked automatically.',
      ],
    },
    {
      id: 'recipients',
      title: 'Who receives data',
      body: [
        {
          list: [
            'The apps you log in to: your user ID and basic profile, so that they can recognize you.',
            'Companies that process data for us under contract and on our instructions: hosting, sending email, storing pictures.',
            'The provider of a social account, if you choose to log in with it.',
            'Google, in deployments that use its human check or its analytics: your IP address and what its script reads from the browser. Elsewhere we use our own check, and nothing goes to third parties.',
            'Authorities, where the law requires it and after we have verified that it does.',
          ],
        },
        'We do not sell data and do not share it for advertising.',
      ],
    },
    {
      id: 'place',
      title: 'Where data is stored',
      body: [
        'We run separate groups of servers in the United States, in the European Union and in China. Your account is stored in the group in which you created it and is not moved to another. If one of our contractors operates from a country with weaker protection, we bind it by the standard contractual clauses that the law provides.',
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      body: [
        'Connections are encrypted. Passwords are stored as Argon2id hashes; login tokens and codes, too, only as hashes. Sensitive steps require you to confirm your identity again, and we send you an email when someone logs in from a new device or changes your password. Our staff can access data only as far as their work requires, and every access is recorded.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: [
        {
          list: [
            'View and correct: your profile, sessions and login history are in your account. You can download a full copy under Account security.',
            'Delete: under Account security, effective immediately.',
            'Transfer: the copy of your data is in a common machine-readable format.',
            'Restrict or object: tell us what and why.',
            'Withdraw consent: to statistics at the top of this page, to messages in the message settings.',
            'Complain to a data protection authority, preferably the one where you live.',
          ],
        },
        'We answer within 30 days, free of charge. We may first ask you to verify your identity.',
      ],
    },
    {
      id: 'deletion',
      title: 'What happens when you delete your account',
      body: [
        'Profile, picture, sessions, login history, connected accounts, messages, training and certificates are deleted immediately. Machines that you own have no owner afterwards. Redemptions remain without any link to you. Data in backups is overwritten within 30 days. If we have to restore a backup before then, your deletion is carried out again. Anyone who later signs up with the same email address gets an empty account.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      body: [
        '{product} is not intended for children under 14. If a child has created an account without the consent of a parent or guardian, tell us and we will delete it. Schools should use a business account that belongs to the school.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: [
        'If we make a change that affects you, we notify you at least 30 days in advance, by email or when you log in. The version and its date are at the top of this page.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      body: [
        'Send questions, requests and complaints about your data to {company} at {help}. Please write “Privacy” in the subject, so that they reach the right people.',
      ],
    },
  ],
}
