-- What a person is called beside the email, by which they are known for certain. Null: they haven't said.
ALTER TABLE "users" ADD COLUMN "name" TEXT CONSTRAINT "users_name_length" CHECK (char_length("name") BETWEEN 1 AND 80);
