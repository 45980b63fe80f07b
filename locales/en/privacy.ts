import type { LegalText } from '../legal.ts'

export const text: LegalText = {
  summary: [
    'We keep what an account needs, and no more. We do not sell it.',
    'You can see, correct and delete it yourself, at any time.',
    'Statistics begin only when you agree, where the law or your browser asks for that.',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      body: [
        '{company} ("we") decides what happens with your data in {product} and answers for it. This page says what we keep, why, for how long, and what you can do about it. For questions and requests write to us through {help}.',
      ],
    },
    {
      id: 'data',
      title: 'What we keep, why, and how long',
      body: [
        {
          table: {
            head: ['What', 'Why', 'How long'],
            rows: [
              [
                'Email address, user ID, password (only as a hash that cannot be turned back), language',
                'To give you the account you asked for',
                'Until you delete the account',
              ],
              [
                'Profile: nickname, picture, introduction, gender, birthday, country or region',
                'To show your profile in our apps, and the right courses and rules for your place',
                'Until you change it or delete the account',
              ],
              [
                'Sessions: IP address, rough place, kind of device, app, first and last sign-in',
                'So that you can see where you are signed in, and end it',
                'Until the session ends',
              ],
              [
                'Sign-in records: time, IP address, rough place, way of signing in, result',
                'To recognise and explain misuse of your account',
                '180 days',
              ],
              [
                'Verification codes and human checks',
                'To make sure that the mailbox is yours and that a person asks',
                '10 minutes, and 5 minutes',
              ],
              [
                'Connected social accounts: the provider and its name for you',
                'To sign you in the way you chose',
                'Until you disconnect it',
              ],
              [
                'Redemptions: code, benefit, dates',
                'To give you the benefit and to keep our books',
                'With your account; afterwards without any link to you',
              ],
              [
                'Training progress and certificates',
                'To prove that you have taken the training',
                'Until you delete the account',
              ],
              [
                'Unlock passwords issued: a fingerprint of the serial number, time, shortened IP address, version of the course and of the text you agreed to',
                'To show, after an accident, who was told what',
                '5 years',
              ],
              [
                'Messages to you and your message settings',
                'To tell you about devices, apps and orders',
                'Until you delete the account',
              ],
              [
                'Statistics, where allowed: which pages and functions are used, how long, where is clicked, with a random number in place of your name',
                'To find out what works and what does not',
                '180 days',
              ],
              [
                'Terms and privacy versions that you agreed to, with the time',
                'To prove the agreement',
                'Until you delete the account',
              ],
            ],
          },
        },
        'The rough place is worked out from the IP address on our own servers; no other service is asked. We do not ask for your position and take no decisions about you by machine alone, apart from slowing down repeated failed sign-ins.',
      ],
    },
    {
      id: 'basis',
      title: 'On what ground',
      body: [
        {
          list: [
            'To fulfil our contract with you: account, profile, sessions, redemptions, training, messages about your devices.',
            'Because we have a justified interest, and only as far as yours does not weigh more: protection against misuse, proof of safety instructions.',
            'Because you agreed: statistics, and messages about activities. You may withdraw your agreement at any time; what happened until then remains lawful.',
            'Because the law demands it: bookkeeping, answers to authorities who may ask.',
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
            head: ['Name', 'What for', 'How long'],
            rows: [
              [
                'utoken',
                'Keeps you signed in, in all apps of the same domain. Necessary.',
                'One year with "Remember me"; otherwise until the browser closes, at most 24 hours without use',
              ],
              ['IntlLang', 'Remembers English or Chinese. Necessary.', 'One year'],
              [
                '__Host-kerfDevice',
                'Tells this browser from others, so that nobody who types your email address uses up your tries or voids your codes. Necessary.',
                '400 days',
              ],
              [
                '__Host-kerfCompanion',
                'Shows before sensitive changes that you signed in with this browser. Necessary.',
                'As long as utoken',
              ],
              [
                '__Host-kerfSocial',
                'Ties a sign-in with another service to this browser. Necessary.',
                '15 minutes',
              ],
              [
                '__Host-kerfWatch',
                'Remembers the safety lessons that a visitor has watched. Necessary.',
                'Two hours',
              ],
              [
                'kerfProbe',
                'Finds out whether this browser keeps cookies in an embedded page. Necessary.',
                '1 minute',
              ],
              ['kerfTheme', 'Remembers light or dark, if you chose one. Necessary.', 'One year'],
              [
                'kerf.code.… (session storage)',
                'Counts down the wait for the next code after a reload. Holds no email address. Necessary.',
                'Until the tab closes',
              ],
              [
                'kerfStatistics',
                'Remembers what you answered about statistics. Necessary.',
                'Half a year; then we ask again',
              ],
              [
                'sensorsdata2015jssdkcross, sensorsdata2015jssdksession, sawebjssdk-… (local storage)',
                'Statistics with a random number. Only where allowed.',
                'Two years, or less where the browser keeps nothing for so long',
              ],
              ['_ga, _ga_…', 'Google Analytics, where we use it. Only where allowed.', 'One year'],
            ],
          },
        },
        'Necessary cookies are set because the service does not work without them. For statistics we ask first in the European Economic Area, the United Kingdom, Switzerland, Brazil and China, and wherever we do not know the place; elsewhere you can object. A Global Privacy Control signal of your browser counts as an objection. Statistics never contain your email address, passwords, codes or tokens, and what you do on the page for resetting a password is not tracked automatically.',
      ],
    },
    {
      id: 'recipients',
      title: 'Who else gets to see data',
      body: [
        {
          list: [
            'The apps you sign in to: your user ID and basic profile, so that they know who you are.',
            'Companies who work for us by contract and instruction: hosting, sending email, storing pictures.',
            'The provider of a social account, if you choose to sign in with it.',
            'Google, in deployments that use its human check or its analytics: your IP address and what its script reads from the browser. Elsewhere our own check serves, and nothing goes to third parties.',
            'Authorities, where the law obliges us and after we have checked that it does.',
          ],
        },
        'We do not sell data and do not pass it on for advertising.',
      ],
    },
    {
      id: 'place',
      title: 'Where data lies',
      body: [
        'We run separate groups of servers in the United States, in the European Union and in China. Your account lies in the group in which you opened it and does not move to another. If one of our contractors works from a country with weaker protection, we bind it by the standard contracts that the law provides.',
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      body: [
        'Connections are encrypted. Passwords are kept as Argon2id hashes, sign-in tokens and codes only as hashes as well. Sensitive steps ask for a fresh proof that it is you, and we send you an email when someone signs in from a new device or changes your password. Our staff see data only as far as their work needs it, and each such look is recorded.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: [
        {
          list: [
            'See and correct: your profile, sessions and sign-in history are in your account. For a full copy, write to us.',
            'Delete: under Account security, at once.',
            'Take along: we give you your data in a common machine-readable format.',
            'Restrict or object: tell us what and why.',
            'Withdraw agreement to statistics at the head of this page, and to messages in their settings.',
            'Complain to a data protection authority, best to the one where you live.',
          ],
        },
        'We answer within 30 days and free of charge. Before that we may ask for a proof that it is you.',
      ],
    },
    {
      id: 'deletion',
      title: 'What happens when you delete your account',
      body: [
        'Profile, picture, sessions, sign-in records, connected accounts, messages, training and certificates are erased at once. Redemptions remain without any link to you. What lies in backups is overwritten within 30 days; should we have to restore one before, your deletion is carried out again. Someone who signs up with the same email address later gets an empty account.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      body: [
        '{product} is not made for children under 14. If a child has opened an account without the consent of a parent or guardian, tell us and we delete it. In schools, use a business account that belongs to the school.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: [
        'When we change something that matters to you, we tell you at least 30 days before, by email or when you sign in. The version and its date stand at the top of this page.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      body: [
        'Questions, requests and complaints about data reach {company} at {help}. Please write "Privacy" in the subject, so that they get to the right people.',
      ],
    },
  ],
}
