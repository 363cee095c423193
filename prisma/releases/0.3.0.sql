-- What a database of release 0.3.0 held after an hour in the sandbox: holds, a sale in parts, a refund, a settlement, a code, a
-- webhook. Made with HMAC_KEY=abab…ab; upgrade.test.ts opens it with every later version. Logs and engine runs are left out.
INSERT INTO _prisma_migrations VALUES
	('6d237a51-4ba0-4619-b77b-f0f73f9d0fb3', '62fb935a63609faef6fc918ecb3ffcdb6fb2d32df5314acee9da27c3453b23ed', '2026-11-27 12:48:48.389093+00', '20261127000000_release_0_3_0', NULL, NULL, '2026-11-27 12:48:48.159733+00', 1);
INSERT INTO tenants VALUES
	('TESTtenantCoffee1', 'sandbox-coffee-co', 'Sandbox Coffee Co', 'active', 'standard', '2026-11-27 12:48:51.017+00', NULL, NULL, false, 'UTC', 0),
	('TESTtenantRival01', 'rival-roasters', 'Rival Roasters', 'active', 'standard', '2026-11-27 12:48:51.017+00', NULL, NULL, false, 'UTC', 0);
INSERT INTO members VALUES
	('TESTmemberAlice01', 'TESTtenantCoffee1', 'test', 'Alice Sandbox', '2026-11-27 12:48:51.017+00', NULL),
	('TESTmemberBob0001', 'TESTtenantCoffee1', 'test', 'Bob Sandbox', '2026-11-27 12:48:51.017+00', NULL),
	('TESTmemberDana001', 'TESTtenantCoffee1', 'test', 'Dana Sandbox', '2026-11-27 12:48:51.017+00', NULL),
	('TESTmemberRobin01', 'TESTtenantCoffee1', 'test', 'Robin Sandbox', '2026-11-27 12:48:51.017+00', NULL);
INSERT INTO merchants VALUES
	('TESTmerchantCafe1', 'TESTtenantCoffee1', 'test', 'Sandbox Café', '5814', 'active', true, true, '2026-11-27 12:48:51.017+00', 'UTC'),
	('TESTmerchantShop1', 'TESTtenantCoffee1', 'test', 'Sandbox Shop', '5311', 'active', false, false, '2026-11-27 12:48:51.017+00', 'UTC'),
	('TESTmerchantRival', 'TESTtenantRival01', 'test', 'Rival Roastery', '5814', 'active', true, false, '2026-11-27 12:48:51.017+00', 'UTC');
INSERT INTO accounts VALUES
	('TESTacctBob000001', 'member', 'test', 'USD', 'TESTmemberBob0001', NULL, 2500, 0, 0, '2026-11-27 12:48:51.017+00'),
	('TESTacctAliceJPY1', 'member', 'test', 'JPY', 'TESTmemberAlice01', NULL, 1000000, 0, 0, '2026-11-27 12:48:51.017+00'),
	('TESTacctAliceKWD1', 'member', 'test', 'KWD', 'TESTmemberAlice01', NULL, 100000000, 0, 0, '2026-11-27 12:48:51.017+00'),
	('TESTacctDana00001', 'member', 'test', 'USD', 'TESTmemberDana001', NULL, 100000, 0, 0, '2026-11-27 12:48:51.017+00'),
	('TESTacctRobin0001', 'member', 'test', 'USD', 'TESTmemberRobin01', NULL, 100000000, 0, 0, '2026-11-27 12:48:51.017+00'),
	('1pAzG24pGa1fTNJaB', 'network', 'test', 'KWD', NULL, NULL, -100000000, 0, 0, '2026-11-27 12:48:51.017+00'),
	('1pAzG24pbLSwNL4Vs', 'network', 'test', 'USD', NULL, NULL, -200101500, 0, 0, '2026-11-27 12:48:51.017+00'),
	('1pAzG24porwRMApsx', 'network', 'test', 'JPY', NULL, NULL, -1000000, 0, 0, '2026-11-27 12:48:51.017+00'),
	('1pAzXHmrgCyAqvcCB', 'merchant', 'test', 'USD', NULL, 'TESTmerchantCafe1', 0, 0, 0, '2026-11-27 13:38:30.537+00'),
	('TESTacctAlice0001', 'member', 'test', 'USD', 'TESTmemberAlice01', NULL, 99999400, 2975, 0, '2026-11-27 12:48:51.017+00');
INSERT INTO api_keys VALUES
	('1pAzG24pHP9BF4NeA', 'TESTtenantRival01', 'test', 'pk_test_closedloop_rival', '$2b$10$1WLeg5WLaPdmvhGmkQoHeO38.rfnA.L/G0IPnn6ZwvdLGuc7wt3Dy', 'cret', true, true, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, 'e4e8cc59'),
	('1pAzG24p79rHi4DM2', 'TESTtenantCoffee1', 'test', 'pk_test_closedloop_sandbox', '$2b$10$wm1wuF3.57fui/c1KBQ5B.n76bwgBV7IB0cvaQIEYENgSuX6C3Y.u', 'cret', false, true, '2026-11-27 12:48:51.017+00', '2026-11-27 13:38:30.063+00', NULL, NULL, '45d863e2');
INSERT INTO users VALUES
	('1pAzG24pMHhkBD1ra', 'alice@member.test', '$2b$12$f.nwfLMv77NXA3CE6Pd5jeABBKriTWUoo66Tvpx0g1yLfbUBj3yaq', true, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL),
	('1pAzG24p1HBs5tVbz', 'bob@member.test', '$2b$12$dR1QkgJN1cGrlHaQT5GMgeDLjfXIdb0WRmCOrYC0ZQI0VkZO25EdO', true, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL),
	('1pAzG24pLGqBbVkfE', 'admin@tenant.test', '$2b$12$z/lBgb1X7dGec3RMbEWXJ.2zhs2pZoHV9ZvFkStwifMyfsExz0Q6W', true, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL),
	('1pAzG24pMMMUtdpD5', 'rival@tenant.test', '$2b$12$HXHJyTwM4imkRlYPACXq/OHjmY7XiT/lfunqq9L.UNg/e/WvQZnVS', true, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL),
	('1pAzG24pZFc6UWsyS', 'operator@network.test', '$2b$12$gR/c8eA9Zy2Cd.3.wmDxeOtLPSCoS3zNCx7tTqB7J2pgj/ktxoNvO', true, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL);
INSERT INTO audit_records VALUES
	('1pAzG24pGuMiSnmq5', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'api_key.created', 'api_key', '1pAzG24p79rHi4DM2', '{"label":null,"publicKey":"pk_test_closedloop_sandbox","requireSignature":false}', 'seed', '2026-11-27 12:48:51.017+00', 1),
	('1pAzG24pBovjFHnPo', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'merchant.created', 'merchant', 'TESTmerchantCafe1', '{"name":"Sandbox Café","mcc":"5814","isSameDayReversalEnabled":true}', 'seed', '2026-11-27 12:48:51.017+00', 2),
	('1pAzG24p5xNzkDVTH', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'merchant.created', 'merchant', 'TESTmerchantShop1', '{"name":"Sandbox Shop","mcc":"5311","isSameDayReversalEnabled":false}', 'seed', '2026-11-27 12:48:51.017+00', 3),
	('1pAzG24pNqVmgH5m2', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'merchant_key.created', 'merchant', 'TESTmerchantCafe1', '{"name":"Sandbox Café","keyId":"mk_test_closedloop_cafe"}', 'seed', '2026-11-27 12:48:51.017+00', 4),
	('1pAzG24p5CGtP3mgh', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'merchant_key.created', 'merchant', 'TESTmerchantShop1', '{"name":"Sandbox Shop","keyId":"mk_test_closedloop_shop"}', 'seed', '2026-11-27 12:48:51.017+00', 5),
	('1pAzG24peRi7gfosM', 'TESTtenantRival01', 'test', NULL, 'Closed Loop', 'api_key.created', 'api_key', '1pAzG24pHP9BF4NeA', '{"label":null,"publicKey":"pk_test_closedloop_rival","requireSignature":true}', 'seed', '2026-11-27 12:48:51.017+00', 6),
	('1pAzG24p63VsRW553', 'TESTtenantRival01', 'test', NULL, 'Closed Loop', 'merchant.created', 'merchant', 'TESTmerchantRival', '{"name":"Rival Roastery","mcc":"5814","isSameDayReversalEnabled":false}', 'seed', '2026-11-27 12:48:51.017+00', 7),
	('1pAzG24pmWfNoTrrQ', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'member.created', 'member', 'TESTmemberAlice01', '{}', 'seed', '2026-11-27 12:48:51.017+00', 8),
	('1pAzG24pP219vvgbw', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'member.created', 'member', 'TESTmemberBob0001', '{}', 'seed', '2026-11-27 12:48:51.017+00', 9),
	('1pAzG24p3MAorg9rk', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'member.created', 'member', 'TESTmemberDana001', '{}', 'seed', '2026-11-27 12:48:51.017+00', 10),
	('1pAzG24p9nnwezmHZ', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'member.created', 'member', 'TESTmemberRobin01', '{}', 'seed', '2026-11-27 12:48:51.017+00', 11),
	('1pAzG24puxmHGQSy8', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'account.opened', 'account', 'TESTacctAlice0001', '{"member":"TESTmemberAlice01","currency":"USD"}', 'seed', '2026-11-27 12:48:51.017+00', 12),
	('1pAzG24p8URkhMMzF', NULL, 'test', NULL, 'Closed Loop', 'account.funded', 'account', 'TESTacctAlice0001', '{"amount":1000000,"currency":"USD","postingId":"1pAzG24pM4b7fLSDV"}', 'seed', '2026-11-27 12:48:51.017+00', 13),
	('1pAzG24pwKMcWQJU9', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'account.opened', 'account', 'TESTacctBob000001', '{"member":"TESTmemberBob0001","currency":"USD"}', 'seed', '2026-11-27 12:48:51.017+00', 14),
	('1pAzG24p43RCxawuQ', NULL, 'test', NULL, 'Closed Loop', 'account.funded', 'account', 'TESTacctBob000001', '{"amount":25,"currency":"USD","postingId":"1pAzG24pfVj3EFPRN"}', 'seed', '2026-11-27 12:48:51.017+00', 15),
	('1pAzG24pJfxrp7vum', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'account.opened', 'account', 'TESTacctAliceJPY1', '{"member":"TESTmemberAlice01","currency":"JPY"}', 'seed', '2026-11-27 12:48:51.017+00', 16),
	('1pAzG24pZWynz1L3C', NULL, 'test', NULL, 'Closed Loop', 'account.funded', 'account', 'TESTacctAliceJPY1', '{"amount":1000000,"currency":"JPY","postingId":"1pAzG24phVMVzbWrA"}', 'seed', '2026-11-27 12:48:51.017+00', 17),
	('1pAzG24p57ftbSRMY', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'account.opened', 'account', 'TESTacctAliceKWD1', '{"member":"TESTmemberAlice01","currency":"KWD"}', 'seed', '2026-11-27 12:48:51.017+00', 18),
	('1pAzG24pN99QjcAJo', NULL, 'test', NULL, 'Closed Loop', 'account.funded', 'account', 'TESTacctAliceKWD1', '{"amount":100000,"currency":"KWD","postingId":"1pAzG24pT5q3BAxao"}', 'seed', '2026-11-27 12:48:51.017+00', 19),
	('1pAzG24pNkFhUNXRJ', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'account.opened', 'account', 'TESTacctDana00001', '{"member":"TESTmemberDana001","currency":"USD"}', 'seed', '2026-11-27 12:48:51.017+00', 20),
	('1pAzG24p252gbRXQk', NULL, 'test', NULL, 'Closed Loop', 'account.funded', 'account', 'TESTacctDana00001', '{"amount":1000,"currency":"USD","postingId":"1pAzG24pkeVZ2eAhR"}', 'seed', '2026-11-27 12:48:51.017+00', 21),
	('1pAzG24ps3QwUSXqa', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'account.opened', 'account', 'TESTacctRobin0001', '{"member":"TESTmemberRobin01","currency":"USD"}', 'seed', '2026-11-27 12:48:51.017+00', 22),
	('1pAzG24p6owg85B8A', NULL, 'test', NULL, 'Closed Loop', 'account.funded', 'account', 'TESTacctRobin0001', '{"amount":1000000,"currency":"USD","postingId":"1pAzG24pSpUZhFnFi"}', 'seed', '2026-11-27 12:48:51.017+00', 23),
	('1pAzG24pvb5fu5Qp4', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pmqfW7NSNY', '{"member":"TESTmemberAlice01","account":"TESTacctAlice0001","last4":"ved1"}', 'seed', '2026-11-27 12:48:51.017+00', 24),
	('1pAzG24pFKLe83A16', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24p9GR3NcrkX', '{"member":"TESTmemberBob0001","account":"TESTacctBob000001","last4":"nds1"}', 'seed', '2026-11-27 12:48:51.017+00', 25),
	('1pAzG24pQdSmni49T', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pmPkCpF5jM', '{"member":"TESTmemberAlice01","account":"TESTacctAlice0001","last4":"ed01"}', 'seed', '2026-11-27 12:48:51.017+00', 26),
	('1pAzG24pbRDH6TwaU', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24px4UAe4HqL', '{"member":"TESTmemberAlice01","account":"TESTacctAlice0001","last4":"ict1"}', 'seed', '2026-11-27 12:48:51.017+00', 27),
	('1pAzG24pRuoDJ1o5s', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.frozen_by_issuer', 'card', '1pAzG24px4UAe4HqL', '{"member":"TESTmemberAlice01","last4":"ict1"}', 'seed', '2026-11-27 12:48:51.017+00', 28),
	('1pAzG24pFBwhwKedv', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pnCoarY2Rn', '{"member":"TESTmemberAlice01","account":"TESTacctAlice0001","last4":"imit"}', 'seed', '2026-11-27 12:48:51.017+00', 29),
	('1pAzG24pXDK6cZ1sa', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pnh5VixAur', '{"member":"TESTmemberAlice01","account":"TESTacctAlice0001","last4":"ity1"}', 'seed', '2026-11-27 12:48:51.017+00', 30),
	('1pAzG24puoGLCdeuT', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pn4EWqWoS2', '{"member":"TESTmemberAlice01","account":"TESTacctAlice0001","last4":"d001"}', 'seed', '2026-11-27 12:48:51.017+00', 31),
	('1pAzG24pMfbpXwXLZ', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.closed', 'card', '1pAzG24pn4EWqWoS2', '{"member":"TESTmemberAlice01","last4":"d001"}', 'seed', '2026-11-27 12:48:51.017+00', 32),
	('1pAzG24pFsLKZ78YL', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pUGYBDYphD', '{"member":"TESTmemberAlice01","account":"TESTacctAliceJPY1","last4":"Yen1"}', 'seed', '2026-11-27 12:48:51.017+00', 33),
	('1pAzG24p6ZxhDoFsx', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pzJvoGwtPP', '{"member":"TESTmemberAlice01","account":"TESTacctAliceKWD1","last4":"tKWD"}', 'seed', '2026-11-27 12:48:51.017+00', 34),
	('1pAzG24pMHXc6VG7e', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pye4RDEa91', '{"member":"TESTmemberDana001","account":"TESTacctDana00001","last4":"ne05"}', 'seed', '2026-11-27 12:48:51.017+00', 35),
	('1pAzG24pa9XeAZVKU', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24phJiVG4ccG', '{"member":"TESTmemberDana001","account":"TESTacctDana00001","last4":"ne14"}', 'seed', '2026-11-27 12:48:51.017+00', 36),
	('1pAzG24pyygaWCPmx', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24p3KLVLdgz5', '{"member":"TESTmemberDana001","account":"TESTacctDana00001","last4":"ne51"}', 'seed', '2026-11-27 12:48:51.017+00', 37),
	('1pAzG24pU4f3HKJCU', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24p92SDypqQ4', '{"member":"TESTmemberDana001","account":"TESTacctDana00001","last4":"ne54"}', 'seed', '2026-11-27 12:48:51.017+00', 38),
	('1pAzG24pCMJf94SCd', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24p3TDfnpwAF', '{"member":"TESTmemberDana001","account":"TESTacctDana00001","last4":"ne57"}', 'seed', '2026-11-27 12:48:51.017+00', 39),
	('1pAzG24pTbnVTxCYg', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pjkZz79V1f', '{"member":"TESTmemberDana001","account":"TESTacctDana00001","last4":"ne61"}', 'seed', '2026-11-27 12:48:51.017+00', 40),
	('1pAzG24pb28XwThNE', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pxAfRNmYCm', '{"member":"TESTmemberDana001","account":"TESTacctDana00001","last4":"ne62"}', 'seed', '2026-11-27 12:48:51.017+00', 41),
	('1pAzG24pToimaimNb', 'TESTtenantCoffee1', 'test', NULL, 'Closed Loop', 'card.issued', 'card', '1pAzG24pszbLMR3rw', '{"member":"TESTmemberDana001","account":"TESTacctDana00001","last4":"ne65"}', 'seed', '2026-11-27 12:48:51.017+00', 42),
	('1pAzXHokKbYUKh8Vd', 'TESTtenantCoffee1', 'test', NULL, 'API key 1pAzG24p79rHi4DM2', 'webhook_subscription.created', 'webhook_subscription', '1pAzXHokmuMsarH3y', '{"url":"https://example.com/hooks","events":["authorization.approved"]}', '1pAzXHokLwqvaZWWC', '2026-11-27 13:38:30.647+00', 43);
INSERT INTO cards VALUES
	('1pAzG24p9GR3NcrkX', '3a1b9497f18d751bad12cb0d9dd9264415f50ab09b9b01166ee586f7609b4220', 'TESTacctBob000001', 'TESTmemberBob0001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, '13upIMXf5t82UjLJpsa056Dx5pFtK+FjEk4Kxb9hr/TdK7V2ObIPisw6NaM8', 'nds1'),
	('1pAzG24pmPkCpF5jM', '8ae6b33394b78cdd6f055b7e4a29cb8d1bbd67e6d702c7ef5f5f9275099110f4', 'TESTacctAlice0001', 'TESTmemberAlice01', 'test', 'active', '2020-01-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, 'gYWQEKPO8p2yV350lME4sCdCkxwC2aqwwzY/isijGCKz1+CZy68j2vI6chAw', 'ed01'),
	('1pAzG24px4UAe4HqL', 'a15a715209789632c3aa7388986c98d7bf114703014201082f1570967916b37b', 'TESTacctAlice0001', 'TESTmemberAlice01', 'test', 'frozen', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 1, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, 'ws6UmFSDGR1wG+MF4XsIFzZxtowMYEohv30djH8D5PMjCIVyIoTP0LLTKPUT', 'ict1'),
	('1pAzG24pnCoarY2Rn', 'c43ab0558a74a637d0f853203924615498fca0fa3820f4fb140bb210dd9c4546', 'TESTacctAlice0001', 'TESTmemberAlice01', 'test', 'active', '2030-12-01', 1000, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, 'v2bjreg4UM+Lia4Y+c/lGezh5sj80hAWhgxXa6h0fTCXQwTfnIXJghjZ6Rze', 'imit'),
	('1pAzG24pnh5VixAur', 'dfafeae28e266077146ce650a8ce2e967d4f8e086e41729359a872e13809304a', 'TESTacctAlice0001', 'TESTmemberAlice01', 'test', 'active', '2030-12-01', NULL, NULL, 3, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, 'aqPQEPjfcN/7qpwSuBmndm8nuS4T6q5Q2NeSu+puvsAmqAqzu0etGmTtCP4x', 'ity1'),
	('1pAzG24pn4EWqWoS2', '17203adcbeb1fd2be2d1cc552bca8d9c4a06d3c8a8295dc51926ecf179fd4880', 'TESTacctAlice0001', 'TESTmemberAlice01', 'test', 'closed', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 1, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, 'SsCJCQ8BBBVUm2UOCOkmJ4Sjppg85TfOMFJre4ahuMFtcW/s8aOKNswzlmRP', 'd001'),
	('1pAzG24pUGYBDYphD', 'ea0ed852ae8122aabfaf70fedd7791a9539446bd411a4d962be73cd69da5f8dc', 'TESTacctAliceJPY1', 'TESTmemberAlice01', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, 'SitqWlNeOkxAcaQuRwA7sP217gQnvE9LAp0AqBMSO0P1NzvPLKhtJ5rBmaxI', 'Yen1'),
	('1pAzG24pzJvoGwtPP', 'c6ff6a081cbe8a4c5abac298b1441f50194a6e561df7b58f5db110a51c234a2e', 'TESTacctAliceKWD1', 'TESTmemberAlice01', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, 'KhFKwSom+SQn+mBjqx2JcHpmqselHaqgk33ZsrDm+MP484idi0Y69UC8KeeO', 'tKWD'),
	('1pAzG24pye4RDEa91', '0878b2725a3726cdbb14504d23fc162d53ba2e9bdd1147b6efdc74cd94a43fd4', 'TESTacctDana00001', 'TESTmemberDana001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '05', '9ZY3ajGAexfUxSyFr67JAMf1UeKeN0zrq5i5QOaMkkTkRD/4mBK8qxic9aAg', 'ne05'),
	('1pAzG24phJiVG4ccG', '3a4062e91fbb1d4077c2ef095a19a8e988ba1dacb08c2a6598c7e2a38e5d6c88', 'TESTacctDana00001', 'TESTmemberDana001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '14', 'm2PNBIag/qWylNcgtiZF8Tzak1tV3xr4HrZYI6F45otP6gDvS5BuOPsVHFtJ', 'ne14'),
	('1pAzG24p3KLVLdgz5', '46990045ff233c14009ca851d4d6d2fe4b6c96175a51d8afb67a479621663536', 'TESTacctDana00001', 'TESTmemberDana001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '51', 'TkJPmPJpBUsNoiJT/NIhLYmWzPpH1Q2SVJbogc4lkfKybQU75W3neX5UEXHj', 'ne51'),
	('1pAzG24p92SDypqQ4', 'dbcd656bf5a56bbf824174852435af25787361f3ef15bf280174476304dfa895', 'TESTacctDana00001', 'TESTmemberDana001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '54', 'ZCsMZ653otZArNCSGKb34agM+3AlZ1DsIh2BQigPHs7O5S3oFuUsyGLNC3Sp', 'ne54'),
	('1pAzG24p3TDfnpwAF', '3de020a35e4a6f9820988cee31f706a7511cf85bc4a2c495b912a0fa1149973e', 'TESTacctDana00001', 'TESTmemberDana001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '57', 'kBxQ1iAKSH6VycdP4i8v0vYr8WUbmWLrdn1cJx6u7vpxpf8xNgRx1QSgk+qC', 'ne57'),
	('1pAzG24pjkZz79V1f', '11283a3a3fe0ec71b890df034765fb3c5cb371f483e938b2209b16722216a2f0', 'TESTacctDana00001', 'TESTmemberDana001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '61', '4spYLrC6+U8pC4B7hnYhzC5kP9Kfuji5sCaw4D9lRVmUxdiAGenZcDjByK79', 'ne61'),
	('1pAzG24pxAfRNmYCm', '83ed09874a4f145b6245f59acb32fa2c8911b3fb3768a548f49dd5977b37e867', 'TESTacctDana00001', 'TESTmemberDana001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '62', 'V5hTXH3HG7O7AcgC9ORixcmC51Iwyt2lj+lpQ+85h6+1LEH+06+670s03cUh', 'ne62'),
	('1pAzG24pszbLMR3rw', 'ad4be1d46cea745d0f5307501098470b53b04b3f461250c72477d07299e45b0b', 'TESTacctDana00001', 'TESTmemberDana001', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 0, 0, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, '65', 'yrDPcNvV0MEejED+kntDQ1pdqjVA0217eEBq1ZyOLECWI2sKzFS6+slNgigG', 'ne65'),
	('1pAzG24pmqfW7NSNY', '2cde69e3d524a52d25e744f02f642d70b7f70fe4ed7f4f5b464b138c163344fd', 'TESTacctAlice0001', 'TESTmemberAlice01', 'test', 'active', '2030-12-01', NULL, NULL, NULL, '{}', '{}', '{}', 0, '2026-11-27', 3975, 3, '2026-11-27 12:48:51.017+00', NULL, NULL, NULL, NULL, NULL, 'NVe+yZwEf4NLEAJG5SY2sVJKXdW8+scwT8/o0MsJl4Nh7WbplLWElGArTqky', 'ved1');
INSERT INTO payment_codes VALUES
	('1pAzXSnNb58ZNv53h', 'TESTtenantCoffee1', 'test', '12e520f43e980291ae22f7a8a3456e6ef9ec93f0c5c862aedc63cce7150dfcbb', '$2b$08$cgOGvd.r.PKf1YH/1uT0.ulqL/6mMNyP62zvZAiOZAXgOF90LV.nW', 'TESTmemberAlice01', 'TESTacctAlice0001', 'TESTmerchantCafe1', 'USD', 500, '2026-11-27 13:49:00.843+00', true, false, NULL, NULL, NULL, 5, NULL, NULL, 'active', 0, 0, NULL, NULL, '2026-11-27 13:39:00.843+00', NULL, NULL, NULL, 'tenant', NULL, 'UTC');
INSERT INTO authorizations VALUES
	('1pAzXHnnpd4yCZGin', '8589848', 'TESTtenantCoffee1', 'test', '1pAzXHnnpd4yCZGin', NULL, 'approved', 'TESTmerchantCafe1', NULL, '5814', NULL, NULL, '1pAzG24pmqfW7NSNY', 'TESTacctAlice0001', 'USD', 2000, 0, 0, 0, 0, 2000, 0, 0, 0, 0, 0, 0, '188168', '00', NULL, NULL, NULL, '{"shape":"ahx8vrQ53HPz","saw":[["active"],["active"],["2030-12-01T00:00:00.000Z","2026-11-27T13:38:30.591Z"],["active"],["USD","USD"],["5814",[]],[null,[]],[null,[]],["2000",null],["2000","1250",null],[true,1,null],["2000","99998750"],[0]],"risk":[[0,1],[0,"2000","1250",1],[0,null],[0,true],[0,false,false],[0,null],[0,null]]}', '1pAzXHnncoJxtnmQo', '2026-11-27 13:38:30.591+00', '2026-12-04 13:38:30.591+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, 1, 'api_key', '1pAzG24p79rHi4DM2'),
	('1pAzXHdgzwnH5oZto', '6328795', 'TESTtenantCoffee1', 'test', '1pAzXHdgzwnH5oZto', NULL, 'approved', 'TESTmerchantCafe1', NULL, '5814', NULL, NULL, '1pAzG24pmqfW7NSNY', 'TESTacctAlice0001', 'USD', 1250, 1000, 0, 400, 0, 1250, 1000, 0, 400, 0, 2, 0, '732816', '00', NULL, NULL, '{"order":"1001"}', '{"shape":"ahx8vrQ53HPz","saw":[["active"],["active"],["2030-12-01T00:00:00.000Z","2026-11-27T13:38:30.063Z"],["active"],["USD","USD"],["5814",[]],[null,[]],[null,[]],["1250",null],["1250","0",null],[true,0,null],["1250","100000000"],[10]],"risk":[[0,0],[0,"1250","0",0],[0,null],[10,false],[0,false,false],[0,null],[0,null]]}', '1pAzXHdfhWzvkupPe', '2026-11-27 13:38:30.063+00', '2026-12-04 13:38:30.063+00', '2026-11-27 13:38:30.537+00', '2026-11-27 13:38:30.735+00', NULL, NULL, NULL, NULL, 10, 3, 'api_key', '1pAzG24p79rHi4DM2'),
	('1pAzXNCNg3TqAeDdq', '4256858', 'TESTtenantCoffee1', 'test', '1pAzXNCNg3TqAeDdq', NULL, 'approved', 'TESTmerchantCafe1', NULL, '5814', NULL, NULL, '1pAzG24pmqfW7NSNY', 'TESTacctAlice0001', 'USD', 725, 0, 0, 0, 0, 725, 0, 0, 0, 0, 0, 0, '931605', '00', NULL, NULL, NULL, '{"shape":"ahx8vrQ53HPz","saw":[["active"],["active"],["2030-12-01T00:00:00.000Z","2026-11-27T13:38:45.415Z"],["active"],["USD","USD"],["5814",[]],[null,[]],[null,[]],["725",null],["725","3250",null],[true,2,null],["725","99997150"],[0]],"risk":[[0,2],[0,"725","1625",2],[0,null],[0,true],[0,false,false],[0,null],[0,null]]}', '1pAzXNCNUcji37kZs', '2026-11-27 13:38:45.415+00', '2026-12-04 13:38:45.415+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, 1, 'api_key', '1pAzG24p79rHi4DM2');
INSERT INTO book_blocks VALUES
	(0, '0000000000000000000000000000000000000000000000000000000000000000', 0, 0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 0, 0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 0, '{}', '2026-11-27 12:48:48.16+00', 'c3ecaf85fe6259798033fd96cec49c07f419b0b450b12acfb9c31fed65594eb6', '', '', '{}'),
	(1, 'c3ecaf85fe6259798033fd96cec49c07f419b0b450b12acfb9c31fed65594eb6', 12, 12, '9347f3a867bfae998c75ac0aba1b7e8b7a4e3fe74439240dc604aba6a9b90b62', 42, 42, 'bf12ac901e6c40893aa565dd6516e032a24969e5bc28e0d20e80e2b3aa2cd3f6', 0, '{}', '2026-11-27 12:49:05.577+00', 'e058e6f164ceafbcfba10ed1e3b1e7d6cff2ada0b4e33ed2c9fe4c8492cc66c5', 'WbDMXGLVXmC1T7SWmCWR0TCPYQ-N7_MPDNdxcBeLTAnRjpcuJQrB-C9yzyUjtEI-PTRlAT_ceNQOwBKEXgMpAA', '50f2d3466f4e62e1d6a9b23a3f061d7ec3af855c02c45089ba965151ca9bc6f5', '{12:9347f3a867bfae998c75ac0aba1b7e8b7a4e3fe74439240dc604aba6a9b90b62}'),
	(2, 'e058e6f164ceafbcfba10ed1e3b1e7d6cff2ada0b4e33ed2c9fe4c8492cc66c5', 16, 4, '02f65cb45df44dd2162126778e702dc00ba706e74301fc9ff58b5a1772e72672', 43, 1, 'f5982287df63cc8c34d59dda05fa07ae9d04609f34489ffcff52f1de45963ff9', 0, '{}', '2026-11-27 13:38:39.55+00', '59090bc2ae26823ed7fdc19094436ab13a93ea69e685f546618896acfc49f832', 'ydwBDX0Qep_17EvAiJgZ_TcmVqe0NlPuaj2-uWf3MCWevfUHCOyCmV0zcJEoWU-wHmk59DvJg4kWiM-Ebb2cAA', '9d97099b98fee1d4f1409c0e4ddc084af14d1a6a25401d529cb6e32997152ced', '{16:02f65cb45df44dd2162126778e702dc00ba706e74301fc9ff58b5a1772e72672}');
INSERT INTO captures VALUES
	('1pAzXHmruDngQ5sPc', '1pAzXHmruDngQ5sPc', '1pAzXHdgzwnH5oZto', '1pAzXHdgzwnH5oZto', 'TESTtenantCoffee1', 'test', 'TESTmerchantCafe1', 'USD', 1000, 400, 0, '2026-11-27 13:38:30.537+00', '2026-11-27 13:38:30.735+00', '1pAzXHqGT1M4Zb3cu', NULL, '1pAzXHdgzwnH5oZto', '1pAzXHmqKu4Weou2Z', 'api_key', '1pAzG24p79rHi4DM2');
INSERT INTO decision_shapes VALUES
	('ahx8vrQ53HPz', '{"rules":[{"id":"card-open","code":"14","passed":true,"saw":["status"]},{"id":"merchant-active","code":"03","passed":true,"saw":["status"]},{"id":"card-in-date","code":"54","passed":true,"saw":["expiresOn","now"]},{"id":"card-not-frozen","code":"62","passed":true,"saw":["status"]},{"id":"account-currency","code":"57","passed":true,"saw":["currency","accountCurrency"]},{"id":"merchant-category","code":"57","passed":true,"saw":["mcc","allowed"]},{"id":"channel","code":"57","passed":true,"saw":["channel","allowed"]},{"id":"entry-mode","code":"57","passed":true,"saw":["mode","allowed"]},{"id":"transaction-limit","code":"61","passed":true,"saw":["transactionMinor","limitMinor"]},{"id":"daily-amount","code":"61","passed":true,"saw":["amountMinor","usedMinor","limitMinor"]},{"id":"daily-count","code":"65","passed":true,"saw":["isNewTransaction","used","limit"]},{"id":"funds","code":"51","passed":true,"saw":["amountMinor","availableMinor"]},{"id":"risk","code":"05","passed":true,"saw":["score"]}],"risk":[{"rule":"velocity","weight":30,"saw":["withinTenMinutes"]},{"rule":"amount against habit","weight":20,"saw":["amountMinor","averageMinor","approvedCount"]},{"rule":"card not present","weight":10,"saw":["mode"]},{"rule":"new merchant","weight":10,"saw":["knowsMerchant"]},{"rule":"new device","weight":10,"saw":["hasDevice","knowsDevice"]},{"rule":"address mismatch","weight":25,"saw":["avsResult"]},{"rule":"security code mismatch","weight":25,"saw":["cvvResult"]}]}');
INSERT INTO postings VALUES
	('1pAzG24pM4b7fLSDV', 'funding', 'test', 'USD', NULL, '2026-11-27 12:48:51.017+00'),
	('1pAzG24pfVj3EFPRN', 'funding', 'test', 'USD', NULL, '2026-11-27 12:48:51.017+00'),
	('1pAzG24phVMVzbWrA', 'funding', 'test', 'JPY', NULL, '2026-11-27 12:48:51.017+00'),
	('1pAzG24pT5q3BAxao', 'funding', 'test', 'KWD', NULL, '2026-11-27 12:48:51.017+00'),
	('1pAzG24pkeVZ2eAhR', 'funding', 'test', 'USD', NULL, '2026-11-27 12:48:51.017+00'),
	('1pAzG24pSpUZhFnFi', 'funding', 'test', 'USD', NULL, '2026-11-27 12:48:51.017+00'),
	('1pAzXHmrdUfYgaZCy', 'capture', 'test', 'USD', '1pAzXHdgzwnH5oZto', '2026-11-27 13:38:30.537+00'),
	('1pAzXHqGhGAzp3uD3', 'payout', 'test', 'USD', NULL, '2026-11-27 13:38:30.735+00'),
	('1pAzXNBLxp3cGDf3v', 'refund', 'test', 'USD', '1pAzXHdgzwnH5oZto', '2026-11-27 13:38:45.355+00');
INSERT INTO entries VALUES
	(2, '1pAzG24pM4b7fLSDV', 'TESTacctAlice0001', 'USD', 100000000, true),
	(4, '1pAzG24pfVj3EFPRN', 'TESTacctBob000001', 'USD', 2500, true),
	(6, '1pAzG24phVMVzbWrA', 'TESTacctAliceJPY1', 'JPY', 1000000, true),
	(8, '1pAzG24pT5q3BAxao', 'TESTacctAliceKWD1', 'KWD', 100000000, true),
	(10, '1pAzG24pkeVZ2eAhR', 'TESTacctDana00001', 'USD', 100000, true),
	(12, '1pAzG24pSpUZhFnFi', 'TESTacctRobin0001', 'USD', 100000000, true),
	(13, '1pAzXHmrdUfYgaZCy', 'TESTacctAlice0001', 'USD', -1000, true),
	(7, '1pAzG24pT5q3BAxao', '1pAzG24pGa1fTNJaB', 'KWD', -100000000, true),
	(1, '1pAzG24pM4b7fLSDV', '1pAzG24pbLSwNL4Vs', 'USD', -100000000, true),
	(3, '1pAzG24pfVj3EFPRN', '1pAzG24pbLSwNL4Vs', 'USD', -2500, true),
	(9, '1pAzG24pkeVZ2eAhR', '1pAzG24pbLSwNL4Vs', 'USD', -100000, true),
	(11, '1pAzG24pSpUZhFnFi', '1pAzG24pbLSwNL4Vs', 'USD', -100000000, true),
	(16, '1pAzXHqGhGAzp3uD3', '1pAzG24pbLSwNL4Vs', 'USD', 1000, true),
	(5, '1pAzG24phVMVzbWrA', '1pAzG24porwRMApsx', 'JPY', -1000000, true),
	(14, '1pAzXHmrdUfYgaZCy', '1pAzXHmrgCyAqvcCB', 'USD', 1000, true),
	(15, '1pAzXHqGhGAzp3uD3', '1pAzXHmrgCyAqvcCB', 'USD', -1000, true),
	(17, '1pAzXNBLxp3cGDf3v', '1pAzXHmrgCyAqvcCB', 'USD', -400, false),
	(18, '1pAzXNBLxp3cGDf3v', 'TESTacctAlice0001', 'USD', 400, true);
INSERT INTO events VALUES
	('1pAzXHdgSsaV9gTZb', 'TESTtenantCoffee1', 'test', 'authorization.approved', '1pAzXHdgzwnH5oZto', '{"amountMinor":"1250","merchantReference":null}', 'authorization.approved:release-2444-a', '2026-11-27 13:38:30.063+00', 1),
	('1pAzXHmrib3uqL1x2', 'TESTtenantCoffee1', 'test', 'authorization.captured', '1pAzXHdgzwnH5oZto', '{"amountCapturedMinor":"1000","capturedMinor":"1000","remainingMinor":"250","status":"Authorization Partially Captured","transactionId":"1pAzXHmruDngQ5sPc","amountMinor":"1250","merchantReference":null}', 'authorization.captured:release-6367-b', '2026-11-27 13:38:30.537+00', 2),
	('1pAzXHnnqCTz54dsk', 'TESTtenantCoffee1', 'test', 'authorization.approved', '1pAzXHnnpd4yCZGin', '{"amountMinor":"2000","merchantReference":null}', 'authorization.approved:release-185-d', '2026-11-27 13:38:30.591+00', 1),
	('1pAzXNBLHv8nQiX4c', 'TESTtenantCoffee1', 'test', 'authorization.reversed', '1pAzXHdgzwnH5oZto', '{"amountReversedMinor":"400","reversedMinor":"400","reasonCode":"RV02","amountVoidedMinor":"0","amountRefundedMinor":"400","kind":"refund","refundId":"1pAzXNBLbAdBEXW3b","amountMinor":"1250","merchantReference":null}', 'authorization.reversed:release-25530-c', '2026-11-27 13:38:45.355+00', 3),
	('1pAzXNCNv31cyqe9C', 'TESTtenantCoffee1', 'test', 'authorization.approved', '1pAzXNCNg3TqAeDdq', '{"amountMinor":"725","merchantReference":null}', 'authorization.approved:release-0-3-0-repeat', '2026-11-27 13:38:45.415+00', 1);
INSERT INTO fundings VALUES
	('1pAzG24pM4b7fLSDV', '1pAzG24p8URkhMMzF', 'cc8b51f57c79939887a679d0bc85441978fd568e140b82914f2d187dbf3f9ae6'),
	('1pAzG24pfVj3EFPRN', '1pAzG24p43RCxawuQ', '72a4b90cb35aadd738ca625d9dc62ea5e0531fc66f2db3e1ee8c91aefeedadf5'),
	('1pAzG24phVMVzbWrA', '1pAzG24pZWynz1L3C', '7bf93a0dc8a2545ef2fb2df87c46b89f2d2e85230a13ffe288129d560c977750'),
	('1pAzG24pT5q3BAxao', '1pAzG24pN99QjcAJo', '442f69d6d72a6329563f9b541ff689b40546f09bb795c34f559a18bf4beebd1a'),
	('1pAzG24pkeVZ2eAhR', '1pAzG24p252gbRXQk', 'bb0ac686099cb1a5068868c0f408188fd48937701ce70221bd061cb8c6496699'),
	('1pAzG24pSpUZhFnFi', '1pAzG24p6owg85B8A', '240df4ab3b8bec0618eca9a1eb57ae6d591d0a321dccd6e65b7ad3a908f25b0b');
INSERT INTO idempotency_keys VALUES
	('tenant:TESTtenantCoffee1:test', 'release-2444-a', '24c064a297f7fa68e62618a7c4b57f8e', 201, '{"status":"approved","authorizationId":"6328795","recordId":"1pAzXHdgzwnH5oZto","amount":12.5,"approvalCode":"732816","expires":"2026-12-04T13:38:30.063Z"}', '2026-11-27 13:38:30.063+00', false),
	('tenant:TESTtenantCoffee1:test', 'release-6367-b', 'd3f0217645300bc1e62db8bb2a4560bd:1pAzXHdgzwnH5oZto', 200, '{"status":"partial","amountCaptured":10,"authorizationId":"6328795","recordId":"1pAzXHdgzwnH5oZto","idempotencyKey":"release-6367-b","acknowledged":"2026-11-27T13:38:30.537Z","settled":null}', '2026-11-27 13:38:30.537+00', false),
	('tenant:TESTtenantCoffee1:test', 'release-185-d', 'b2985eed30132d9b0c49f3089f456156', 201, '{"status":"approved","authorizationId":"8589848","recordId":"1pAzXHnnpd4yCZGin","amount":20,"approvalCode":"188168","expires":"2026-12-04T13:38:30.591Z"}', '2026-11-27 13:38:30.591+00', false),
	('tenant:TESTtenantCoffee1:test', 'release-12442-f', 'e5aebb51d9158fd9007e21edf87b783e', 201, 'RFB1b1CeyUM8PZI2KyOTBrapZj4YJphvS7uuu7qzlcOucFBeP7MirgVyVAOlbqLOaPlR9hjkVXMXuY/83sPhqyT4GReQVqtX7Th4lgRFaf7rMweiGVv/1JT5xUrd+ibG/P6HqZpg94mpdtoe91TYiVkG/HQ3Dfp8mUTmIDqgZ9aB9/vb9IIcdbxTZbYlRc0Dj4wYWaGptPdMzW7pbPL6MlLfxO68mTSnVxNrm6YZPgcpFLSwug3JbqKhnzllhhOBMNW/4UFHLnaHpXuQdeEtKQmBi9yHctYzOiZ72kDtK0JV1OZx8IGi432L4Xzja95yKj7fsPUBrsjhfvMvYH18fhBL6sYbnBY9zMvFxONfaA==', '2026-11-27 13:38:30.647+00', true),
	('tenant:TESTtenantCoffee1:test', 'release-20266-h', '53a6661b9585063e49de60379bd4cc45', 200, '{"batches":[{"batchId":"1pAzXHqGT1M4Zb3cu","merchant":"TESTmerchantCafe1","currency":"USD","day":"2026-11-27","captured":10,"refunded":0,"carriedIn":0,"payout":10,"carriedOut":0,"createdAt":"2026-11-27T13:38:30.735Z","lines":[{"kind":"capture","id":"1pAzXHmruDngQ5sPc","transactionId":"1pAzXHmruDngQ5sPc","refundId":null,"authorizationId":"6328795","merchantReference":null,"amount":10,"createdAt":"2026-11-27T13:38:30.537Z"}],"hasMoreLines":false}],"balances":[{"merchant":"TESTmerchantCafe1","currency":"USD","pending":0,"settled":10,"paidOut":10,"carriedOver":0}]}', '2026-11-27 13:38:30.735+00', false),
	('tenant:TESTtenantCoffee1:test', 'release-25530-c', '2b151f29a26353e5717e4c278b927e52:1pAzXHdgzwnH5oZto', 200, '{"status":"partial-reversed","amountReversed":4,"authorizationId":"6328795","recordId":"1pAzXHdgzwnH5oZto","reasonCode":"RV02","idempotencyKey":"release-25530-c","settled":null}', '2026-11-27 13:38:45.355+00', false),
	('tenant:TESTtenantCoffee1:test', 'release-0-3-0-repeat', 'f91badd9fff4825b3f832c7f5cbe36b4', 201, '{"status":"approved","authorizationId":"4256858","recordId":"1pAzXNCNg3TqAeDdq","amount":7.25,"approvalCode":"931605","expires":"2026-12-04T13:38:45.415Z"}', '2026-11-27 13:38:45.415+00', false),
	('tenant:TESTtenantCoffee1:test', 'rel-code', '536fbe9eca08482901fbe023849b45ce', 201, 'fULucjd4pFhjQ60yWxoMwbvvTlUGHazwKYAHIwxEBKLP3lueehJEsMX42pZlmk7rMGl32i+gJrMHsVkiWi1/9K1fSbeNp7QThRCszBSU4RK+GqddGYIvANuQ2SFFC14i2ngzM6XAiJ/V518POddTbVyO6x/kljbRk57kY3O7udcdnwDjBpdXHid+bIrnZQ==', '2026-11-27 13:39:00.843+00', true);
INSERT INTO merchant_keys VALUES
	('1pAzG24p5Y8vfoKP5', 'TESTmerchantCafe1', 'mk_test_closedloop_cafe', '$2b$10$syGJFaq4Aii33GxnlRdI7OD36x/YyQ0HRuvyH3phlfNaTEGSFt06C', true, '2026-11-27 12:48:51.017+00', NULL, NULL, 'b9361e76'),
	('1pAzG24pHGvoLkLLr', 'TESTmerchantShop1', 'mk_test_closedloop_shop', '$2b$10$xHm8lrSHcfWLpuEoQBKMYeQbFB86k96abQBPLYGRNsPBtYpMtiYTK', true, '2026-11-27 12:48:51.017+00', NULL, NULL, '5b6af309');
INSERT INTO reversals VALUES
	('1pAzXNBLbAdBEXW3b', '1pAzXHdgzwnH5oZto', '1pAzXHdgzwnH5oZto', 'TESTtenantCoffee1', 'test', 'USD', 0, 400, 'RV02', '2026-11-27 13:38:45.355+00', '1pAzXNBLvcbSHcmYt', 'api_key', '1pAzG24p79rHi4DM2');
INSERT INTO refunds VALUES
	('1pAzXNBLm4bjTDFhH', '1pAzXNBLbAdBEXW3b', '1pAzXHmruDngQ5sPc', 'TESTmerchantCafe1', 'USD', 400, '2026-11-27 13:38:45.355+00', NULL, NULL);
INSERT INTO webhook_subscriptions VALUES
	('1pAzXHokmuMsarH3y', 'TESTtenantCoffee1', 'test', 'https://example.com/hooks', '{authorization.approved}', 'active', '2026-11-27 13:38:30.647+00', NULL, 0, NULL, 'AkQYbuyIDX0fKGEbF18xy2kSoX31Gll7SrQ4gnWS/krvn4GYsywGzoxCKTLHpYoZWdpLSvoqoUMkIA3WQFaPMadf', 'JEZA', 49, NULL, 0);
INSERT INTO roles VALUES
	('1pAzG24pmZXB89wAM', '1pAzG24pMHhkBD1ra', 'member', 'TESTmemberAlice01', NULL, '2026-11-27 12:48:51.017+00'),
	('1pAzG24pwXoBunSXj', '1pAzG24p1HBs5tVbz', 'member', 'TESTmemberBob0001', NULL, '2026-11-27 12:48:51.017+00'),
	('1pAzG24pjXRjDnmhR', '1pAzG24pLGqBbVkfE', 'tenant_owner', NULL, 'TESTtenantCoffee1', '2026-11-27 12:48:51.017+00'),
	('1pAzG24pftMstkGkQ', '1pAzG24pMMMUtdpD5', 'tenant_owner', NULL, 'TESTtenantRival01', '2026-11-27 12:48:51.017+00'),
	('1pAzG24pTmhqJbXm6', '1pAzG24pZFc6UWsyS', 'network_operator', NULL, NULL, '2026-11-27 12:48:51.017+00');
INSERT INTO server_keys VALUES
	(1, '64b2e9cfc876b7cb00e4857f168a349e5bafb49d8592858ea02b097e2dd5a414', NULL, '2026-11-27 12:48:50.763+00', NULL, NULL);
INSERT INTO settlement_batches VALUES
	('1pAzXHqGT1M4Zb3cu', 'TESTtenantCoffee1', 'test', 'TESTmerchantCafe1', 'USD', '2026-11-27', '2026-11-27 13:38:30.735+00', NULL, 1, 1000, 0, 0, 0, 1000, 0, '1pAzXHqGhGAzp3uD3', 'tenant:TESTtenantCoffee1:test release-20266-h', '2026-11-27 13:38:30.735+00');
INSERT INTO webhook_deliveries VALUES
	('1pAzXNCNFod39nGWr', '1pAzXHokmuMsarH3y', '1pAzXNCNv31cyqe9C', 'failed', 1, '2026-11-27 13:38:45.415+00', '2026-11-27 13:39:45.496+00', NULL, 'example.com has no address.', 'authorization.approved', '2026-11-27 13:38:45.528+00', 2, false, NULL, NULL, '2026-11-27 13:38:45.415+00', 'https://example.com/hooks', '1pAzXNCNg3TqAeDdq', 1, false);
SELECT pg_catalog.setval('public.audit_records_number_seq', 43, true);
SELECT pg_catalog.setval('public.authorization_number_seq', 3, true);
SELECT pg_catalog.setval('public.entries_id_seq', 18, true);
