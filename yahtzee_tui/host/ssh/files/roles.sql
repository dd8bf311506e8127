-- PostgreSQL's database for the games, and three roles. The owner makes and converts the tables; the
-- other two, with whose passwords servers run, can do neither that nor run programs. As superuser:
--
--     yahtzee-tui serve --print sql > roles.sql
--     export OWNER_PASSWORD=… SESSIONS_PASSWORD=… LISTENER_PASSWORD=…
--     psql --file roles.sql
--     yahtzee-tui host migrate --database "postgresql://yahtzee:$OWNER_PASSWORD@HOST/yahtzee"
--
-- The last command is for each new version, too. In server.toml, which only the server may read:
--
--     database = "postgresql://yahtzee_sessions:PASSWORD@HOST/yahtzee"
--     listen_database = "postgresql://yahtzee_listener:PASSWORD@HOST/yahtzee"
\set ON_ERROR_STOP on
\getenv owner OWNER_PASSWORD
\getenv sessions SESSIONS_PASSWORD
\getenv listener LISTENER_PASSWORD
CREATE ROLE yahtzee LOGIN PASSWORD :'owner';
CREATE ROLE yahtzee_sessions LOGIN PASSWORD :'sessions';
CREATE ROLE yahtzee_listener LOGIN PASSWORD :'listener';
CREATE DATABASE yahtzee OWNER yahtzee ENCODING 'UTF8' TEMPLATE template0;
REVOKE TEMPORARY ON DATABASE yahtzee FROM PUBLIC;
\connect yahtzee
-- As PostgreSQL 15 and newer have it.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT CREATE ON SCHEMA public TO yahtzee;
