-- A push service is named as it is listed. By host, whoever named another host below `*.push.apple.com` made another row here, for ever, that
-- metrics and operators' pages read; what is below one rule is one service. Those of other lists stay by host until they are registered anew.

insert into platform.lane (carrier, lane)
select distinct 'web-push', rule from unnest(array['*.push.apple.com', '*.notify.windows.com']) rule
where exists (select from platform.lane where carrier = 'web-push' and lane like '%' || substr(rule, 2) and lane <> rule)
on conflict do nothing;

create temporary table renamed on commit drop as
select lane, rule from platform.lane join unnest(array['*.push.apple.com', '*.notify.windows.com']) rule on lane like '%' || substr(rule, 2)
where carrier = 'web-push' and lane <> rule;

update platform.subscription s set lane = r.rule from renamed r where s.carrier = 'web-push' and s.lane = r.lane;
update platform.delivery d set lane = r.rule from renamed r where d.carrier = 'web-push' and d.lane = r.lane;
update platform.dead_letter l set lane = r.rule from renamed r where l.carrier = 'web-push' and l.lane = r.lane;
delete from platform.lane l using renamed r where l.carrier = 'web-push' and l.lane = r.lane;
